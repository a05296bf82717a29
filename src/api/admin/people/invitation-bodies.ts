import { z } from 'zod';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { languageIn } from '../../session/language-in.ts';
import { someText } from '../../accounts/typed-text.ts';

/** More people than one reads through before sending. */
export const MOST_INVITATIONS = 500;

/** One person to be invited. */
export function invitationBody(descriptor: Descriptor) {
  return z.strictObject({
    email: someText,
    name: z.string().optional().describe('Default: the address as far as the `@`.'),
    organisation: z.string().optional(),
    role: someText,
    language: languageIn(descriptor).optional().describe('To be written to in.'),
  });
}

/** Several at once. Each is looked at by itself, so that one that is wrong does not hold up the others. */
export function invitationsBody(descriptor: Descriptor) {
  return z.strictObject({
    invitations: z.array(z.unknown()).min(1).max(MOST_INVITATIONS),
    role: z.string().optional().describe('Of those that name none.'),
    language: languageIn(descriptor).optional().describe('Of those that name none.'),
  });
}

export type Invitation = z.infer<ReturnType<typeof invitationBody>>;
