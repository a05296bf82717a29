import { z } from 'zod';
import {
  checkDigits,
  decimalLimits,
  decimalMembers,
  precisionSetting,
} from '../../type/decimal-type.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { qualifierSetting } from '../../type/qualifier-of.ts';

const settings = z
  .strictObject({
    precision: precisionSetting,
    scale: z
      .int()
      .min(0)
      .max(100)
      .default(2)
      .describe('The number of digits after the decimal point; every value has exactly this many.'),
    keepZeros: z
      .boolean()
      .default(false)
      .describe(
        'Zeros at the end say how exact a value is, so they stay as written: `14.0` is not made `14` or `14.00`. A value then has at most `scale` digits after the point.',
      ),
    ...decimalLimits,
    unit: z.string().min(1).optional().describe('The unit shown after the number, such as `kg`.'),
    qualifier: qualifierSetting,
  })
  .superRefine(checkDigits);

export const decimal = defineFieldType({
  settings,
  ...decimalMembers<z.output<typeof settings>>((of) => of),
  qualifier: ({ qualifier }) => qualifier,
  examples: [
    {
      settings: {},
      valid: ['0', '12.5', '-0.00', ' +007.10 ', '.5', '1.500', '9999999999999999.99'],
      invalid: [12.5, 0, '12,5', '1e3', 'NaN', '1.005', '10000000000000000', true, ['1'], {}],
    },
    {
      settings: { precision: 6, scale: 3, min: '-1.5', max: '99.999', unit: 'kg' },
      valid: ['-1.500', '99.999', '0.001'],
      invalid: ['-1.501', '100', '1000', '0.0001'],
    },
    {
      settings: { precision: 30, scale: 0 },
      valid: ['123456789012345678901234567890', '5.000'],
      invalid: ['0.5', '1234567890123456789012345678901'],
    },
    { settings: { precision: 3, scale: 3 }, valid: ['0.125', '-.999'], invalid: ['1', '1.000'] },
    {
      settings: { precision: 6, scale: 2, keepZeros: true },
      valid: ['14', '14.0', '14.00', '0.50', '-.5'],
      invalid: ['14.000', '0.001', '14.0e1'],
    },
  ],
});
