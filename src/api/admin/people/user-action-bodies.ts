import { z } from 'zod';

const reason = z.string().trim().max(2_000);

/** What may be told with each; `null` is what an empty input of a form sends. */
export const userActionBodies = {
  confirm: z.strictObject({
    role: z
      .string()
      .nullish()
      .describe('Default: the role the user already has, which grants nothing until confirmation.'),
  }),
  reject: z.strictObject({
    reason: reason.nullish().describe('Included in the mail to the user.'),
  }),
  disable: z.strictObject({
    disabled: z.boolean().optional().describe('`false` enables the user again. Default: `true`.'),
  }),
  enable: z.strictObject({}),
  role: z.strictObject({ role: z.string() }),
};
