import { z } from 'zod';
import { defineFieldType } from '../../field-type.ts';
import { equality } from '../../operators.ts';
import { recordId } from '../../record-id.ts';

export const reference = defineFieldType({
  settings: z.strictObject({
    to: z.string().min(1).describe('The resource that the field refers to.'),
  }),
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
  relation: ({ to }) => ({ to, many: false }),
});
