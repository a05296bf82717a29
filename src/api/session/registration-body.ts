import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/accounts/account.ts';
import { ensure } from '../../fields/ensure.ts';
import { languageIn } from './language-in.ts';
import { someText } from './typed-text.ts';

const accepted = z.boolean().check(ensure((yes: boolean) => (yes ? undefined : { code: 'V001' })));

/** What somebody says of themselves who wants an account. Nothing else may come: no role, no status. */
export function registrationBody(descriptor: Descriptor) {
  const asksOrganisation = descriptor.resources.get(USERS)?.fields.has('organisation');
  return z.strictObject({
    name: someText,
    email: someText,
    ...(asksOrganisation ? { organisation: someText } : {}),
    password: someText,
    acceptedTerms: accepted,
    language: languageIn(descriptor).optional().describe('To be written to in.'),
  });
}
