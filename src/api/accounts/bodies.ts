import { z } from 'zod';
import { ensure } from '../../fields/ensure.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import type { Profile } from '../../contract/accounts.ts';
import { profileFields } from '../../store/system/accounts/preferences.ts';

const notEmpty = ensure((text: string) => (text === '' ? { code: 'V001' } : undefined));

export const someText = z.string().check(notEmpty);

/**
 * What is typed to say who one is, in the form addresses are kept in. No rule for addresses:
 * what is none matches no account, and saying so would only tell the two apart.
 */
const emailAddress = z
  .string()
  .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
  .check(notEmpty);

/**
 * An address as it is kept, to which something is sent: letters that only look like those of another
 * address, or become them when they are made small, match nothing.
 */
const storedAddress = z
  .string()
  .overwrite((text) => (/^[\x20-\x7e]*$/.test(text) ? text.trim().toLowerCase() : text.trim()))
  .check(notEmpty);

export const loginBody = z.strictObject({ email: emailAddress, password: someText });

export const refreshBody = z.strictObject({ email: emailAddress, refreshToken: someText });

export const forgotBody = z.strictObject({ email: storedAddress });

/** Of the link that proves an address. */
export const proofBody = z.strictObject({
  id: someText.describe('The ID from the link in the email.'),
  token: someText.describe('The token from the link in the email.'),
});

export const resetBody = proofBody.extend({ password: someText });

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
      .describe('The language of emails to this user; default: the first language of the app.'),
  });
}

const aText = z.string().nullable().optional();

/** What a user may change of themselves; of the fields those that the installation has. */
export function profileBody(descriptor: Descriptor): z.ZodType<ProfileBody> {
  const fields = descriptor.resources.get(USERS)?.fields;
  const own = profileFields.filter((name) => fields?.has(name));
  return z.strictObject({
    ...Object.fromEntries(own.map((name) => [name, aText])),
    language: languageIn(descriptor).nullable().optional(),
    theme: z.enum(['light', 'dark', 'system']).nullable().optional(),
    currentPassword: someText.optional().describe('Required to change the password.'),
    password: someText.optional().describe('Ends every other session.'),
  });
}

export type ProfileBody = Partial<
  Pick<Profile, (typeof profileFields)[number] | 'language' | 'theme'>
> & { currentPassword?: string | undefined; password?: string | undefined };

/** A language this app has. */
export function languageIn({ app }: Descriptor) {
  return z.enum(app.languages as [string, ...string[]]);
}
