import type { SignedIn } from '../../contract/accounts.ts';

/** The session's own copy of the user; the keys and their names are the specification's. */
export type User = Pick<SignedIn['user'], '_id' | 'name' | 'email' | 'organisation' | 'role'>;

export type Session = Omit<SignedIn, 'user'> & { user: User };

const keys = { user: 'user', token: 'user-token', refreshToken: 'user-refresh-token' } as const;

/** That the screen is locked, which ends with the session. `lock/lock.ts` knows the rest. */
export const LOCK_KEY = 'locked';

/** Read anew at each call: another tab may have refreshed or ended it a moment ago. */
export function readSession(): Session | undefined {
  const user = parseUser(localStorage.getItem(keys.user));
  const token = localStorage.getItem(keys.token);
  const refreshToken = localStorage.getItem(keys.refreshToken);
  if (user === undefined || token === null || refreshToken === null) return undefined;
  return { user, token, refreshToken };
}

export function keepSession({ user, token, refreshToken }: Session): void {
  // Whoever has just given the password is not asked for it again.
  localStorage.removeItem(LOCK_KEY);
  localStorage.setItem(keys.refreshToken, refreshToken);
  localStorage.setItem(keys.token, token);
  // Last, since it is what other tabs watch: when they hear of it, all three are there.
  keepUser(user);
}

/** Keeps the five fields of the specification and nothing else the server may have said. */
export function keepUser({ _id, name, email, organisation, role }: User): void {
  localStorage.setItem(keys.user, JSON.stringify({ _id, name, email, organisation, role }));
}

export function keepToken(token: string): void {
  localStorage.setItem(keys.token, token);
}

/** Signed out by one's own wish, or ended by the server or from another tab. */
export type SessionEnd = 'wished' | 'ended';

/** Forgets who was here, also what react-admin remembered for them, and tells this tab's listeners. */
export function endSession(why: SessionEnd): void {
  for (const key of [...Object.values(keys), LOCK_KEY]) localStorage.removeItem(key);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('RaStore')) localStorage.removeItem(key);
  }
  for (const listener of listeners) listener(why);
}

type SessionListener = (why: SessionEnd) => void;

const listeners = new Set<SessionListener>();

/** Calls back when the session ends, in this tab or another one, and when another tab signs in. */
export function onSessionChange(listener: SessionListener): () => void {
  const listenToOthers = (event: StorageEvent): void => {
    // A null key is `localStorage.clear()`. A new access token alone changes nobody.
    if (event.key === null || event.key === keys.user || event.newValue === null) listener('ended');
  };
  listeners.add(listener);
  window.addEventListener('storage', listenToOthers);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listenToOthers);
  };
}

function parseUser(text: string | null): User | undefined {
  if (text === null) return undefined;
  try {
    const user = JSON.parse(text) as Partial<User> | null;
    return typeof user?._id === 'string' && typeof user.email === 'string'
      ? (user as User)
      : undefined;
  } catch {
    // Not ours, or cut short: the same as nobody being signed in.
    return undefined;
  }
}
