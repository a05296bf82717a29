import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, set } from '../../type/operators.ts';
import { recordId } from '../../text/record-id.ts';
import { relationSettings } from '../../type/relation.ts';
import { readList, writeList, withoutRepeats } from '../../text/written-list.ts';

export const references = defineFieldType({
  settings: z.strictObject({
    ...relationSettings,
    maxEntries: z
      .int()
      .min(1)
      .max(10_000)
      .default(10_000)
      .describe('The maximum number of records to refer to.'),
  }),
  column: () => ({ sql: 'text', many: true }),
  value: ({ maxEntries }) =>
    z.array(recordId).max(maxEntries).check(withoutRepeats).meta({ uniqueItems: true }),
  filter: { operators: [...equality, ...set], operand: () => recordId },
  text: { write: writeList, read: readList },
  examples: [
    {
      settings: { to: 'authors', maxEntries: 2 },
      valid: [['AUT-0002', 'SRC-0001'], []],
      invalid: ['AUT-0002', ['a', 'a'], ['a', 'b', 'c'], ['a b'], [1], [null], {}],
    },
  ],
  relation: ({ to, filter }) => ({ to, many: true, filter }),
});
