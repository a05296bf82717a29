import { endSession, keepToken, readSession, type Session } from './session.ts';

const TIMEOUT = 20_000;
const LOCK = 'session-refresh';
/** Longer than news from one tab to another take. */
const HEARD = 500;

let flight: Promise<string | undefined> | undefined;

/**
 * A working access token in place of the spent one, or undefined when the session
 * is over (and then it is cleared). However many calls and tabs find out at the
 * same moment, one of them asks the server and the others take what it got: the
 * refresh cookie rotates with each refresh, so a second one could end the session.
 */
export function refreshToken(spent: string): Promise<string | undefined> {
  flight ??= alone((isSecond) => refreshOnce(spent, isSecond)).finally(() => {
    flight = undefined;
  });
  return flight;
}

async function refreshOnce(spent: string, isSecond: boolean): Promise<string | undefined> {
  if (isSecond && readSession()?.token === spent) await hearOfToken();
  const session = readSession();
  if (session === undefined) return undefined;
  if (session.token !== spent) return session.token;

  const response = await askForToken(session);
  if (response.status === 401 || response.status === 404) {
    endSession('ended');
    return undefined;
  }
  if (!response.ok) throw new RefreshRefused(response);

  const { token } = (await response.json()) as { token: string };
  keepToken(token);
  return token;
}

/** The server is in trouble, which says nothing about the session: it stays. */
export class RefreshRefused extends Error {
  override name = 'RefreshRefused';
  readonly response: Response;

  constructor(response: Response) {
    super(`The session could not be renewed (${response.status}). Try again in a moment.`);
    this.response = response;
  }
}

function askForToken({ user, refreshToken }: Session): Promise<Response> {
  return fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email: user.email, refreshToken }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

/** One tab at a time; it is told when another one was first. Pages over plain HTTP have no locks; there the server's grace must do. */
async function alone<T>(work: (isSecond: boolean) => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return work(false);
  const first = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return first ? first.done : await locks.request(LOCK, () => work(true));
}

/** What another tab has written before it let go of the lock is here a moment later: tabs may be processes of their own. */
function hearOfToken(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      window.removeEventListener('storage', stop);
      resolve();
    };
    const timer = setTimeout(stop, HEARD);
    window.addEventListener('storage', stop);
  });
}
