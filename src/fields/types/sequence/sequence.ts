import { z } from 'zod';
import { canonicalText } from '../../type/canonical-text-type.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { parseNumberFormat } from '../../type/numbering.ts';
import { equality, order, wording } from '../../type/operators.ts';

const settings = z.strictObject({
  format: z
    .string()
    .min(1)
    .max(60)
    .default('{number}')
    .describe(
      'How a number is written: text with `{number}`, or `{number:5}` for at least five digits, and `{year}` for the year in which the record was created. Records keep the numbers of an earlier format.',
    ),
  per: z
    .string()
    .min(1)
    .optional()
    .describe(
      'What has a count of its own: `year` begins again each year and needs `{year}` in the format; the name of a required reference of the same record counts for each record that it refers to. Default: all records share one count.',
    ),
  gapless: z
    .boolean()
    .default(false)
    .describe(
      'Leaves no gap when a write fails. Writers then wait until the write that has the previous number has ended. Numbers per reference never have such gaps.',
    ),
});

const MAX_LENGTH = 100;

/** Any text of one line, because records keep the numbers of earlier formats and imported ones. */
const rule = canonicalText(
  MAX_LENGTH,
  (text) => text,
  (text) => (/\p{Cc}/u.test(text) ? { code: 'V013' } : undefined),
).meta({ maxLength: MAX_LENGTH });

export const sequence = defineFieldType({
  settings,
  column: () => ({ sql: 'text' }),
  value: () => rule,
  filter: { operators: [...equality, ...order, ...wording], operand: () => rule },
  text: { write: (value: string) => value, read: (written) => written },
  numbering: ({ format, per, gapless }) => ({
    format: parseNumberFormat(format).pieces,
    ...(per !== undefined && { per: per === 'year' ? per : { reference: per } }),
    // Those who write records of the same parent wait for each other anyway.
    isGapless: gapless || (per !== undefined && per !== 'year'),
  }),
  examples: [
    {
      settings: { format: 'O-{number:5}' },
      valid: ['O-00001', ' O-123456 ', '2024/17'],
      invalid: [1, true, ['O-00001'], 'O-1\nO-2', 'x'.repeat(101)],
    },
    {
      settings: { format: '{year}-{number:4}', per: 'year', gapless: true },
      valid: ['2026-0001'],
      invalid: [2026, {}],
    },
  ],
});
