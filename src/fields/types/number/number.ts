import { z } from 'zod';
import { valueCheck } from '../../problems/value-check.ts';
import { showNumber } from '../../text/number-format.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, order } from '../../type/operators.ts';
import { qualifierSetting } from '../../type/qualifier-of.ts';

const settings = z
  .strictObject({
    integer: z
      .boolean()
      .default(false)
      .describe('Whole numbers only, up to ±9,007,199,254,740,991.'),
    decimals: z
      .int()
      .min(0)
      .max(15)
      .optional()
      .describe('The maximum number of decimal places; values are displayed with this many.'),
    min: z.number().optional().describe('The smallest accepted value.'),
    max: z.number().optional().describe('The greatest accepted value.'),
    unit: z
      .string()
      .min(1)
      .optional()
      .describe('The unit shown after the number, such as `g/mol`.'),
    qualifier: qualifierSetting,
  })
  .superRefine(({ integer, decimals, min, max }, context) => {
    if (min !== undefined && max !== undefined && min > max) {
      context.addIssue({ code: 'custom', path: ['min'], message: 'must not be greater than max' });
    }
    if (integer && decimals !== undefined && decimals > 0) {
      context.addIssue({
        code: 'custom',
        path: ['decimals'],
        message: 'cannot be combined with integer: a whole number has no decimal places',
      });
    }
  });

export const number = defineFieldType({
  settings,
  column: ({ integer }) => ({ sql: integer ? 'bigint' : 'double precision' }),
  value: (of) => {
    let rule: z.ZodNumber = numberRule(of);
    if (of.min !== undefined) rule = rule.min(of.min);
    if (of.max !== undefined) rule = rule.max(of.max);
    return rule.check(ensureDecimals(of.decimals));
  },
  filter: {
    operators: [...equality, ...order],
    operand: (of) => z.preprocess(readNumber, numberRule(of)),
  },
  text: {
    write: (value: number) => String(value),
    read: readNumber,
    words: (value: number, own, { language }) => showNumber(value, own, language),
  },
  computed: {
    gives: 'number',
    without: ['min', 'max', 'qualifier'],
    decimals: ({ integer, decimals }) => (integer ? 0 : decimals),
  },
  facet: 'histogram',
  qualifier: ({ qualifier }) => qualifier,
  examples: [
    {
      settings: {},
      valid: [0, -1.5, 1e21, 5e-324, 106.07825],
      invalid: ['5', NaN, Infinity, -Infinity, true, [1], {}],
    },
    {
      settings: { integer: true, min: 1900, max: 2100 },
      valid: [1900, 2026, 2100],
      invalid: [1899, 2101, 2000.5, 2 ** 53],
    },
    {
      settings: { decimals: 2, unit: 'g/mol' },
      valid: [106.17, 100, 1e21],
      invalid: [106.168, 1e-7],
    },
  ],
});

function numberRule({ integer }: z.output<typeof settings>): z.ZodNumber {
  // The database writes -0 as "-0", JSON as "0"; nobody measured a minus zero.
  return (integer ? z.int() : z.number()).overwrite((value) => (value === 0 ? 0 : value));
}

function ensureDecimals(max: number | undefined) {
  return valueCheck((value: number) =>
    max === undefined || decimalsOf(value) <= max ? undefined : { code: 'V018', params: { max } },
  );
}

/** How many decimals a number has in its shortest form; 1e-7 has seven. */
function decimalsOf(value: number): number {
  const [, digits = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}

/** A text that is not a number comes back unchanged, and the value rule refuses it. */
function readNumber(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  const trimmed = written.trim();
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : written;
}
