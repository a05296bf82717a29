import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import { ensure } from '../../fields/ensure.ts';
import { someText } from './typed-text.ts';

const accepted = z.boolean().check(ensure((yes: boolean) => (yes ? undefined : { code: 'V001' })));

/**
 * What somebody says of themselves who wants an account. Nothing else may come: no role, no status. The page it
 * comes from knows no descriptor, so an organisation that is not kept and a language not spoken here are no faults.
 */
export function registrationBody(descriptor: Descriptor) {
  const asksOrganisation = descriptor.resources.get(USERS)?.fields.has('organisation');
  return z.strictObject({
    name: someText,
    email: someText,
    organisation: asksOrganisation ? someText : z.string().optional(),
    password: someText,
    acceptedTerms: accepted,
    language: z
      .string()
      .max(35)
      .optional()
      .describe('The language of mails to this user; default: the first language of the app.'),
  });
}
