import { z } from 'zod';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { someText } from '../../accounts/typed-text.ts';
import { languageIn } from '../../accounts/profile-body.ts';

/** More people than one reads through before sending. */
const MOST_INVITATIONS = 500;

/** One person to be invited. */
export function invitationBody(descriptor: Descriptor) {
  return z.strictObject({
    email: someText,
    name: z.string().optional().describe('Default: the part of the address before the `@`.'),
    organisation: z.string().optional(),
    role: someText,
    language: languageIn(descriptor).optional().describe('The language of mails to this user.'),
  });
}

/** Several at once. Each is looked at by itself, so that one that is wrong does not hold up the others. */
export function invitationsBody(descriptor: Descriptor) {
  return z.strictObject({
    invitations: z.array(z.unknown()).min(1).max(MOST_INVITATIONS),
    role: z.string().optional().describe('For invitations that do not set their own.'),
    language: languageIn(descriptor)
      .optional()
      .describe('For invitations that do not set their own.'),
  });
}

export type Invitation = z.infer<ReturnType<typeof invitationBody>>;
