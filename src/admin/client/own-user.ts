import { call } from './http.ts';
import { keepUser, type User } from './session.ts';

/** What `GET /api/users/current` tells of who is signed in, beside what the session keeps. */
export type OwnUser = User & {
  orcid?: string | null;
  language?: string | null;
  theme?: string | null;
};

export type ProfileChanges = Readonly<
  Partial<Record<'name' | 'organisation' | 'orcid' | 'language' | 'theme', string | null>>
> & { currentPassword?: string; password?: string };

const listeners = new Set<(user: OwnUser) => void>();

/** Hears when who is signed in changes what is known of them. Answers how to stop. */
export function onOwnUser(listener: (user: OwnUser) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes one's own profile; what is left out stays. */
export async function saveProfile(changes: ProfileChanges): Promise<OwnUser> {
  const { json } = await call<OwnUser>('/api/users/current', { method: 'PUT', body: changes });
  keepUser(json);
  for (const listener of listeners) listener(json);
  return json;
}
