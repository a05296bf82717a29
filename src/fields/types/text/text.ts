import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { parsePattern, type LinearPattern } from '../../pattern/linear-pattern.ts';
import { ownFieldName } from '../../type/named-parts.ts';
import { equality, order, wording } from '../../type/operators.ts';
import { problem } from '../../problems/problem.ts';
import { hasLineBreak, toOneLine } from './one-line.ts';
import { storable, textOperand } from '../../text/storable-text.ts';

const settings = z
  .strictObject({
    multiline: z
      .boolean()
      .default(false)
      .describe(
        'Allows line breaks and uses a multi-line input. Otherwise a line break becomes a space, unless `trim` is `false`.',
      ),
    pattern: z
      .string()
      .max(1_000)
      .optional()
      .describe(
        'A regular expression that the text must match, in JavaScript syntax with the `u` flag; use `^…$` to match the whole text. Look-around, back-references and `\\b` are not allowed, so matching takes linear time.',
      ),
    minLength: z
      .int()
      .min(1)
      .optional()
      .describe('The minimum number of characters (code points).'),
    maxLength: z
      .int()
      .min(1)
      .optional()
      .describe('The maximum number of characters (code points).'),
    pageOf: ownFieldName
      .optional()
      .describe(
        'The text names a page, such as `12` or `p. 12`, of the file in this field: one of the record, or one behind a reference, such as `source.document`. A link opens the file there.',
      ),
    trim: z
      .boolean()
      .default(true)
      .describe(
        'Removes leading and trailing spaces. `false` keeps the text exactly as entered, also its line breaks.',
      ),
    order: z
      .enum(['natural'])
      .optional()
      .describe(
        'How texts are ordered: `natural` compares digits as whole numbers, so `2026.10` comes after `2026.9`, in sorts, groups and ranges. Default: digit by digit.',
      ),
  })
  .superRefine(({ pattern, minLength, maxLength }, context) => {
    const parsed = pattern === undefined ? undefined : parsePattern(pattern);
    if (parsed !== undefined && 'refused' in parsed) {
      context.addIssue({ code: 'custom', path: ['pattern'], message: parsed.refused });
    }
    if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
      context.addIssue({
        code: 'custom',
        path: ['minLength'],
        message: 'must not be greater than maxLength',
      });
    }
  });

export const text = defineFieldType({
  settings,
  column: ({ maxLength = Infinity, order: by }) => ({
    sql: 'text',
    long: maxLength > 500,
    isNatural: by === 'natural',
  }),
  value: (of) => {
    const trimmed = of.trim ? z.string().trim() : z.string();
    const rule = isOneLine(of) ? trimmed.overwrite(toOneLine) : trimmed;
    const { minLength, maxLength, pattern } = of;
    return rule.check(storable, ensurePattern(pattern), ensureLength(of)).meta({
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern === undefined ? {} : { pattern }),
    });
  },
  filter: { operators: [...equality, ...order, ...wording], operand: () => textOperand },
  text: { write: (value: string) => value, read: (written) => written },
  warn: (_value, of, written) =>
    isOneLine(of) && typeof written === 'string' && hasLineBreak(written.trim())
      ? problem('V094', '')
      : undefined,
  pageOf: ({ pageOf }) => pageOf,
  // Letters and digits in a pattern, such as `DTXSID3020596`; a grade or a year has a pattern too.
  recognizes: (written, { pattern }) =>
    pattern !== undefined &&
    /^(?=.*\d{3})(?=.*\p{L}{2}).{6,}$/u.test(written) &&
    (parsePattern(pattern) as LinearPattern).test(written),
  hasForm: ({ pattern }) => pattern !== undefined,
  computed: { gives: 'text', without: ['pattern', 'minLength', 'maxLength', 'trim', 'pageOf'] },
  examples: [
    {
      settings: {},
      valid: ['Bisphenol A', '  trimmed  ', 'Grüße, 東京 🧪', "'=1+1", 'a\u0007b'],
      invalid: [5, true, {}, ['a'], 'a\0b', 'half \ud83d'],
    },
    {
      settings: { minLength: 2, maxLength: 4, trim: false },
      valid: ['ab', ' a b', '🧪🧪🧪🧪'],
      invalid: ['a', 'abcde'],
    },
    {
      settings: { pattern: '^DTXSID\\d{7,}$' },
      valid: ['DTXSID3020596'],
      invalid: ['DTXSID302', 'xDTXSID3020596'],
    },
    { settings: { multiline: true }, valid: ['two\nlines'], invalid: [0] },
  ],
});

/** A line break would be invisible in an input of one line, and the next edit would join the words around it. */
function isOneLine({ multiline, trim }: { multiline: boolean; trim: boolean }): boolean {
  return !multiline && trim;
}

type Lengths = { minLength?: number; maxLength?: number };

function ensureLength({ minLength = 0, maxLength = Infinity }: Lengths) {
  return valueCheck((value: string): ValueMistake | undefined => {
    if (value === '') return undefined;
    // Counts as JSON Schema does; a text within the limit in UTF-16 is also within it in characters.
    const length =
      value.length < minLength || value.length > maxLength || minLength > 0
        ? Array.from(value).length
        : 0;
    if (length > maxLength) return { code: 'V003', params: { max: maxLength } };
    if (length < minLength) return { code: 'V004', params: { min: minLength } };
    return undefined;
  });
}

function ensurePattern(pattern: string | undefined) {
  const parsed = pattern === undefined ? undefined : (parsePattern(pattern) as LinearPattern);
  return valueCheck((value: string) =>
    value === '' || parsed === undefined || parsed.test(value)
      ? undefined
      : { code: 'V007', params: { pattern: pattern! } },
  );
}
