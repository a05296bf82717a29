import { z } from 'zod';
import { defineFieldType } from '../../type/field-type.ts';
import { equality } from '../../type/operators.ts';
import { recordId } from '../../text/record-id.ts';
import { relationSettings, treeSetting } from '../../type/relation.ts';

export const reference = defineFieldType({
  settings: z.strictObject({ ...relationSettings, tree: treeSetting }),
  column: () => ({ sql: 'text' }),
  value: () => recordId,
  filter: { operators: equality, operand: () => recordId },
  text: { write: (value: string) => value, read: (written) => written.trim() },
  examples: [
    {
      settings: { to: 'authors' },
      valid: ['01890a5d-ac96-774b-bcce-b302099a8057', 'SRC-0001', 'a'],
      invalid: ['a b', 'a/b', 'ä', 'x'.repeat(65), 5, ['a'], { _id: 'a' }],
    },
  ],
  relation: ({ to, filter, tree }) => ({
    to,
    many: false,
    filter,
    ...(tree && { tree: tree === true ? {} : tree }),
  }),
});
