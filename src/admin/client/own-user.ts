import type { Profile } from '../../contract/accounts.ts';
import { call } from './http.ts';
import { createSignal } from './page-state.ts';
import { keepUser, type User } from './session.ts';

/** What `GET /api/users/current` tells of who is signed in, beside what the session keeps. */
export type OwnUser = User & Partial<Pick<Profile, 'orcid' | 'language' | 'theme'>>;

export type ProfileChanges = Readonly<
  Partial<Record<'name' | 'organisation' | 'orcid' | 'language' | 'theme', string | null>>
> & { currentPassword?: string; password?: string };

const changed = createSignal<OwnUser>();

/** Hears when who is signed in changes what is known of them. Answers how to stop. */
export const onOwnUser = changed.listen;

/** Changes one's own profile; what is left out stays. */
export async function saveProfile(changes: ProfileChanges): Promise<OwnUser> {
  const { json } = await call<OwnUser>('/api/users/current', { method: 'PUT', body: changes });
  keepUser(json);
  changed.send(json);
  return json;
}
