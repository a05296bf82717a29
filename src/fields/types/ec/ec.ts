import { z } from 'zod';
import { ecCheckDigit, toHyphens } from '../../chemistry/cas-number.ts';
import type { Finding } from '../../ensure.ts';
import { defineFieldType } from '../../field-type.ts';
import { equality, wording } from '../../operators.ts';
import { writtenText } from '../../storable-text.ts';

const ecShape = /^\d{3}-\d{3}-\d$/;

const ecRule = writtenText(9, toHyphens, (text): Finding | undefined => {
  if (!ecShape.test(text)) return { code: 'V011', params: { expected: 'ecNumber' } };
  const digit = ecCheckDigit(text);
  return Number(text.at(-1)) === digit
    ? undefined
    : { code: 'V012', params: { digit, value: text } };
}).meta({ pattern: ecShape.source });

export const ec = defineFieldType({
  settings: z.strictObject({}),
  column: () => ({ sql: 'text' }),
  value: () => ecRule,
  filter: { operators: [...equality, ...wording], operand: () => ecRule },
  text: { write: (value: string) => value, read: (written) => written },
  tells: (text) => ecRule.safeParse(text).success,
  examples: [
    {
      settings: {},
      valid: ['200-003-9', '201-245-8', ' 200–003–9 '],
      invalid: ['200-003-8', '2000039', '20-0003-9', 'EC', 2000039],
    },
  ],
});
