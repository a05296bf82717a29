import { z } from 'zod';

/** What became of an entry in a public form. It tells nothing about records. */
export const FormReceipt = z.strictObject({
  state: z.enum(['created']).describe('`created`: the entry is stored.'),
});
