import { ecCheckDigit, toHyphens } from '../../chemistry/cas-number.ts';
import type { ValueMistake } from '../../problems/value-check.ts';
import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';

const ecShape = /^\d{3}-\d{3}-\d$/;

const ecRule = canonicalText(9, toHyphens, (text): ValueMistake | undefined => {
  if (!ecShape.test(text)) return { code: 'V011', params: { expected: 'ecNumber' } };
  const digit = ecCheckDigit(text);
  return Number(text.at(-1)) === digit
    ? undefined
    : { code: 'V012', params: { digit, value: text } };
}).meta({ pattern: ecShape.source });

export const ec = defineCanonicalTextType(ecRule, {
  spellings: [{ find: '^(\\d{3})(\\d{3})(\\d)$', by: '$1-$2-$3' }],
  // Its digits alone.
  propose: (text) => {
    const near = text.trim().replace(/^(\d{3})(\d{3})(\d)$/, '$1-$2-$3');
    return near !== text.trim() && ecRule.safeParse(near).success ? near : undefined;
  },
  examples: [
    {
      settings: {},
      valid: ['200-003-9', '201-245-8', ' 200–003–9 '],
      invalid: ['200-003-8', '2000039', '20-0003-9', 'EC', 2000039],
    },
  ],
});
