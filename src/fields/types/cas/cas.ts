import { z } from 'zod';
import {
  casShape,
  isCasNumber,
  casCheckDigit,
  toHyphens,
  nearCasNumber,
} from '../../chemistry/cas-number.ts';
import type { ValueMistake } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, wording } from '../../type/operators.ts';
import { problem } from '../../problems/problem.ts';
import { canonicalText } from '../../type/canonical-text-type.ts';

const settings = z.strictObject({
  pseudoKeys: z
    .boolean()
    .default(false)
    .describe(
      'Also accepts keys for substances without a CAS number, such as `MOSH`, and several numbers, such as `108-38-3, 106-42-3`. Such values get a warning. Numbers with a wrong check digit are still rejected.',
    ),
});

export const cas = defineFieldType({
  settings,
  column: () => ({ sql: 'text' }),
  value: casRule,
  filter: { operators: [...equality, ...wording], operand: casRule },
  text: { write: (value: string) => value, read: (written) => written },
  examples: [
    {
      settings: {},
      valid: ['107-07-3', '80-05-7', '7732-18-5', ' 50‐00‐0 ', '80 – 05 – 7'],
      invalid: ['107-07-4', '0107-07-3', '107073', 'MOSH', '108-38-3, 106-42-3', '1-07-3', 107],
    },
    {
      settings: { pseudoKeys: true },
      valid: ['80-05-7', 'MOSH', '108-38-3, 106-42-3'],
      invalid: ['107-07-4', '108-38-3, 106-42-4', 'two\nlines', 'x'.repeat(201)],
    },
  ],
  recognizes: (text) => isCasNumber(toHyphens(text.trim())),
  spellings: [{ find: '^0*([1-9]\\d{1,6})(\\d{2})(\\d)$', by: '$1-$2-$3' }],
  propose: nearCasNumber,
  warn: (value: string) => {
    if (isCasNumber(value)) return undefined;
    const near = nearCasNumber(value);
    return near === undefined ? problem('V022', '') : problem('V040', '', { value: near });
  },
});

/** Room for a list of isomers. */
const MAX_LENGTH = 200;

function casRule({ pseudoKeys }: z.output<typeof settings>) {
  return canonicalText(
    MAX_LENGTH,
    toPlainNumber,
    (text) => findWrongDigit(text) ?? findNoNumber(text, pseudoKeys),
  ).meta(pseudoKeys ? { maxLength: MAX_LENGTH } : { pattern: casShape.source });
}

/** Changes only a number on its own: a key such as `C10 – C13` stays as written. */
function toPlainNumber(text: string): string {
  const plain = toHyphens(text);
  return casShape.test(plain) ? plain : text;
}

/** Checks lists too: one wrong number in a list is as wrong as alone. */
function findWrongDigit(text: string): ValueMistake | undefined {
  const wrong = text
    .split(/[\s,;/|]+/)
    .map(toHyphens)
    .find((word) => casShape.test(word) && !isCasNumber(word));
  return wrong === undefined
    ? undefined
    : { code: 'V012', params: { digit: casCheckDigit(wrong), value: wrong } };
}

function findNoNumber(text: string, pseudoKeys: boolean): ValueMistake | undefined {
  const isFine = pseudoKeys ? !/\p{Cc}/u.test(text) : casShape.test(text);
  return isFine ? undefined : { code: 'V011', params: { expected: 'casNumber' } };
}
