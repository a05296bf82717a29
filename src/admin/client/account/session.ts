import type { SignedIn } from '../../../contract/people/accounts.ts';

/** The user as the session stores them. The specification defines the keys and their names. */
export type User = Pick<SignedIn['user'], '_id' | 'name' | 'email' | 'organisation' | 'role'>;

export type Session = Omit<SignedIn, 'user'> & { user: User };

const keys = { user: 'user', token: 'user-token', refreshToken: 'user-refresh-token' } as const;

/** The key of the lock flag, which ends with the session; see `lock.ts`. */
export const LOCK_KEY = 'locked';

/** The key of the view session of a tab, which ends with the session; see `view-as.ts`. */
export const VIEW_KEY = 'view-as';

/** As whom a tab shows the app. */
export type SeenAs = {
  /** The token of the view session. */
  token: string;
  /** The person; with a role, the user. */
  userId: string;
  /** Where to return to. */
  back: string;
};

/** Reads the storage at each call, because another tab may have just refreshed or ended the session. */
export function readSession(): Session | undefined {
  const user = parseUser(localStorage.getItem(keys.user));
  const token = localStorage.getItem(keys.token);
  const refreshToken = localStorage.getItem(keys.refreshToken);
  if (user === undefined || token === null || refreshToken === null) return undefined;
  return { user, token, refreshToken };
}

export function saveSession({ user, token, refreshToken }: Session): void {
  // A user who has just entered the password is not asked for it again.
  localStorage.removeItem(LOCK_KEY);
  sessionStorage.removeItem(VIEW_KEY);
  localStorage.setItem(keys.refreshToken, refreshToken);
  localStorage.setItem(keys.token, token);
  // Last, because other tabs watch this key: when they are notified, all three are stored.
  saveUser(user);
}

/** Stores a session that begins while the app is open. For another user, the app starts over. */
export function startSession(session: Session): void {
  saveSession(session);
  for (const listener of listeners) listener('ended');
}

/** Stores the five fields of the specification and nothing else that the server may have sent. */
export function saveUser({ _id, name, email, organisation, role }: User): void {
  localStorage.setItem(keys.user, JSON.stringify({ _id, name, email, organisation, role }));
}

export function saveToken(token: string): void {
  localStorage.setItem(keys.token, token);
}

/** Why a session ended, as the sign-in page tells its user; `ended`: for any other reason. */
export const sessionEnds = ['ended', 'tooMany', 'idle', 'byAdmin'] as const;

/** The user signed out (`wished`), or the server or another tab ended the session. */
export type SessionEnd = 'wished' | (typeof sessionEnds)[number];

/** Removes everything stored for the user, including react-admin's own data, and notifies this tab's listeners. */
export function endSession(why: SessionEnd): void {
  sessionStorage.removeItem(VIEW_KEY);
  for (const key of [...Object.values(keys), LOCK_KEY]) localStorage.removeItem(key);
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('RaStore')) localStorage.removeItem(key);
  }
  for (const listener of listeners) listener(why);
}

type SessionListener = (why: SessionEnd) => void;

const listeners = new Set<SessionListener>();

/** Calls the listener when the session ends in any tab, and when another tab signs in. */
export function onSessionChange(listener: SessionListener): () => void {
  const listenToOthers = (event: StorageEvent): void => {
    // `localStorage.clear()` sends a null key. A new access token alone is still the same user.
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
    // Not our data, or incomplete: treated as signed out.
    return undefined;
  }
}
