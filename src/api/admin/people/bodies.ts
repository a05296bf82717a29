import { z } from 'zod';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { appLanguage, nonEmptyText } from '../../accounts/bodies.ts';

/** More people than anyone would check before sending. */
const MOST_INVITATIONS = 500;

/** The invitation of one person. */
export function invitationBody(descriptor: Descriptor) {
  return z.strictObject({
    email: nonEmptyText,
    name: z.string().optional().describe('Default: the part of the address before the `@`.'),
    organisation: z.string().optional(),
    role: nonEmptyText,
    language: appLanguage(descriptor).optional().describe('The language of emails to this user.'),
  });
}

/** A list of invitations. Each is checked on its own, so that an invalid one does not hold up the others. */
export function invitationsBody(descriptor: Descriptor) {
  return z.strictObject({
    invitations: z.array(z.unknown()).min(1).max(MOST_INVITATIONS),
    role: z.string().optional().describe('For invitations that do not set their own.'),
    language: appLanguage(descriptor)
      .optional()
      .describe('For invitations that do not set their own.'),
  });
}

export type Invitation = z.infer<ReturnType<typeof invitationBody>>;

const reason = z.string().trim().max(2_000);

/** The body of each action; `null` is what an empty input of a form sends. */
export const userActionBodies = {
  confirm: z.strictObject({
    role: z
      .string()
      .nullish()
      .describe('Default: the role the user already has, which grants nothing until confirmation.'),
  }),
  reject: z.strictObject({
    reason: reason.nullish().describe('Included in the email to the user.'),
  }),
  disable: z.strictObject({
    disabled: z.boolean().optional().describe('`false` enables the user again. Default: `true`.'),
  }),
  enable: z.strictObject({}),
  role: z.strictObject({ role: z.string() }),
};
