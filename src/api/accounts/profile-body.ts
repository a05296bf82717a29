import type { Profile } from '../../contract/accounts.ts';
import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import { profileFields } from '../../store/system/accounts/profile.ts';
import { someText } from './typed-text.ts';

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
