import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import { profileFields } from '../../store/system/accounts/profile.ts';
import { languageIn } from '../session/language-in.ts';
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
    currentPassword: someText.optional().describe('Needed for another password.'),
    password: someText.optional().describe('Every other session ends.'),
  });
}

export type ProfileBody = Partial<
  Record<(typeof profileFields)[number] | 'language' | 'theme', string | null>
> & { currentPassword?: string | undefined; password?: string | undefined };
