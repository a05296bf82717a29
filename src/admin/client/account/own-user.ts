import type { Profile } from '../../../contract/people/accounts.ts';
import { call } from '../http.ts';
import { createSignal } from '../page-state.ts';
import { saveUser, type User } from './session.ts';

/** The signed-in user as `GET /api/users/current` returns them, with more fields than the session keeps. */
export type OwnUser = User &
  Partial<
    Pick<
      Profile,
      'orcid' | 'language' | 'theme' | 'inboxMails' | 'mailTrouble' | 'passwordExpiresAt'
    >
  >;

export type ProfileChanges = Readonly<
  Partial<Record<'name' | 'organisation' | 'orcid' | 'language' | 'theme', string | null>>
> & { inboxMails?: Partial<Profile['inboxMails']>; currentPassword?: string; password?: string };

const changed = createSignal<OwnUser>();

/** Calls the listener when users change their own profile. Returns a function that stops it. */
export const onOwnUser = changed.listen;

/** Changes the user's own profile; omitted fields stay as they are. */
export async function saveProfile(changes: ProfileChanges): Promise<OwnUser> {
  const { json } = await call<OwnUser>('/api/users/current', { method: 'PUT', body: changes });
  saveUser(json);
  changed.send(json);
  return json;
}
