import { z } from 'zod';
import { valueCheck } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, set, wording } from '../../type/operators.ts';
import { storable, textOperand } from '../../text/storable-text.ts';
import { readList, writeList, withoutRepeats } from '../../text/written-list.ts';

const settings = z.strictObject({
  maxLength: z
    .int()
    .min(1)
    .max(2_000)
    .default(500)
    .describe('The maximum number of characters per tag.'),
  maxEntries: z
    .int()
    .min(1)
    .max(10_000)
    .default(1_000)
    .describe('The maximum number of tags per record.'),
});

export const tags = defineFieldType({
  settings,
  column: () => ({ sql: 'text', many: true }),
  value: (of) =>
    z.array(tagRule(of)).max(of.maxEntries).check(withoutRepeats).meta({ uniqueItems: true }),
  filter: { operators: [...equality, ...set, ...wording], operand: () => textOperand },
  text: { write: writeList, read: readList },
  examples: [
    {
      settings: {},
      valid: [['BPA', "4,4'-isopropylidenediphenol"], ['a|b', 'c\\d', '\\'], ['  trimmed '], []],
      invalid: ['BPA', [''], ['  '], ['a', 'a'], ['a', ' a '], [1], ['a\0'], [null], {}],
    },
    {
      settings: { maxLength: 3, maxEntries: 2 },
      valid: [['abc', 'd']],
      invalid: [['abcd'], ['a', 'b', 'c']],
    },
  ],
});

function tagRule({ maxLength }: z.output<typeof settings>) {
  return z
    .string()
    .trim()
    .check(
      storable,
      valueCheck((tag) => {
        if (tag === '') return { code: 'V001' };
        return Array.from(tag).length > maxLength
          ? { code: 'V003', params: { max: maxLength } }
          : undefined;
      }),
    )
    .meta({ minLength: 1, maxLength });
}
