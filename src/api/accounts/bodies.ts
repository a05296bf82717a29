import { z } from 'zod';
import { valueCheck } from '../../fields/problems/value-check.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import {
  inboxKinds,
  type InboxKind,
  mailTimes,
  type MailTime,
} from '../../contract/people/threads.ts';
import { USERS } from '../../store/system/account.ts';
import type { Profile } from '../../contract/people/accounts.ts';
import { profileFields } from '../../store/system/accounts/preferences.ts';

const notEmpty = valueCheck((text: string) => (text === '' ? { code: 'V001' } : undefined));

export const nonEmptyText = z.string().check(notEmpty);

/**
 * The address a person signs in with, in the form in which addresses are stored. It is not validated: an
 * invalid address matches no account, and a problem would only tell the two cases apart.
 */
const emailAddress = z
  .string()
  .overwrite((text) => text.normalize('NFKC').trim().toLowerCase())
  .check(notEmpty);

/**
 * An address that we send mail to, as it is stored. Only ASCII letters become lower case, so characters
 * that look like those of another address, or become them in lower case, match nothing.
 */
const storedAddress = z
  .string()
  .overwrite((text) => (/^[\x20-\x7e]*$/.test(text) ? text.trim().toLowerCase() : text.trim()))
  .check(notEmpty);

export const loginBody = z.strictObject({ email: emailAddress, password: nonEmptyText });

export const refreshBody = z.strictObject({ email: emailAddress, refreshToken: nonEmptyText });

export const forgotBody = z.strictObject({ email: storedAddress });

/** The body that confirms an address, sent by the link in the mail. */
export const proofBody = z.strictObject({
  id: nonEmptyText.describe('The ID from the link in the email.'),
  token: nonEmptyText.describe('The token from the link in the email.'),
});

export const resetBody = proofBody.extend({ password: nonEmptyText });

/** The terms of use, which everybody accepts who comes in by themselves. */
export const accepted = z
  .boolean()
  .check(valueCheck((yes: boolean) => (yes ? undefined : { code: 'V001' })));

/**
 * What people enter to register. No other members are allowed, such as a role or a status. The page does
 * not know the descriptor, so it may send an organisation that is not stored.
 */
export function registrationBody(descriptor: Descriptor) {
  const asksOrganisation = descriptor.resources.get(USERS)?.fields.has('organisation');
  return z.strictObject({
    name: nonEmptyText,
    email: nonEmptyText,
    organisation: asksOrganisation ? nonEmptyText : z.string().optional(),
    password: nonEmptyText,
    acceptedTerms: accepted,
    language: z
      .string()
      .max(35)
      .optional()
      .describe(
        'The language of emails to this user; default: the preferred one of `Accept-Language` that the app has, else its first.',
      ),
  });
}

const aText = z.string().nullable().optional();

/** What users can change about themselves: only the fields that the installation has. */
export function profileBody(descriptor: Descriptor): z.ZodType<ProfileBody> {
  const fields = descriptor.resources.get(USERS)?.fields;
  const own = profileFields.filter((name) => fields?.has(name));
  return z.strictObject({
    ...Object.fromEntries(own.map((name) => [name, aText])),
    language: appLanguage(descriptor).nullable().optional(),
    theme: z.enum(['light', 'dark', 'system']).nullable().optional(),
    inboxMails: z
      .partialRecord(z.enum(inboxKinds), z.enum(mailTimes))
      .optional()
      .describe('When these kinds of inbox entries are emailed; the others stay as they are.'),
    currentPassword: nonEmptyText.optional().describe('Required to change the password.'),
    password: nonEmptyText.optional().describe('Ends every other session.'),
  });
}

export type ProfileBody = Partial<
  Pick<Profile, (typeof profileFields)[number] | 'language' | 'theme'>
> & {
  inboxMails?: Partial<Record<InboxKind, MailTime>> | undefined;
  currentPassword?: string | undefined;
  password?: string | undefined;
};

/** One of the languages of the app. */
export function appLanguage({ app }: Descriptor) {
  return z.enum(app.languages as [string, ...string[]]);
}
