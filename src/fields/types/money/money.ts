import { z } from 'zod';
import {
  checkDigits,
  decimalLimits,
  decimalMembers,
  precisionSetting,
} from '../../type/decimal-type.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { listedUnit } from '../../type/named-parts.ts';
import { fieldName } from '../../type/to-field.ts';

const settings = z
  .strictObject({
    currency: z
      .union([
        listedUnit,
        z.strictObject({
          $field: fieldName.describe('A `choice` or `text` field whose values are such codes.'),
        }),
      ])
      .describe(
        'The currency: a code of ISO 4217 such as `CHF`, or `{ "$field": "currency" }` for a `choice` or `text` field of the same record that holds such codes.',
      ),
    precision: precisionSetting,
    scale: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe(
        'The number of digits after the decimal point. Default: that of the currency, such as 2 for `CHF` and 0 for `JPY`; 2 where a field holds the currency.',
      ),
    ...decimalLimits,
  })
  .superRefine((of, context) => checkDigits(digitsOf(of), context));

type Settings = z.output<typeof settings>;

export const money = defineFieldType({
  settings,
  ...decimalMembers(digitsOf),
  unit: {
    setting: 'currency',
    of: ({ currency }) => (typeof currency === 'string' ? currency : { field: currency.$field }),
    known: () => Intl.supportedValuesOf('currency'),
  },
  examples: [
    {
      settings: { currency: 'CHF' },
      valid: ['0', '1234.5', '-0.05'],
      invalid: [5, '0.001', '5 CHF'],
    },
    { settings: { currency: 'JPY', min: '0' }, valid: ['1500'], invalid: ['0.5', '-1'] },
    {
      settings: { currency: { $field: 'currency' }, precision: 8, scale: 4 },
      valid: ['1.0801'],
      invalid: ['10000', '1.08012'],
    },
  ],
});

function digitsOf({ currency, scale, ...of }: Settings) {
  return { ...of, scale: scale ?? (typeof currency === 'string' ? minorDigits(currency) : 2) };
}

/** The digits after the point that ISO 4217 gives a currency; 2 for an unknown one. */
function minorDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
