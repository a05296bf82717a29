import { backgroundHeader } from './user-activity.ts';
import { endSession, saveToken, readSession, type Session, type SessionEnd } from './session.ts';

const TIMEOUT = 20_000;
const LOCK = 'session-refresh';
/** Milliseconds, longer than a storage event takes from one tab to another. */
const STORAGE_EVENT_WAIT_MS = 500;

let flight: Promise<string | undefined> | undefined;

/**
 * Returns a new access token for the expired one, or undefined if the session has ended (it is then
 * cleared). If several calls and tabs notice at the same moment, only one asks the server and the others
 * use its token: the refresh cookie rotates with each refresh, so a second one could end the session.
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
    endSession(await readEnd(response));
    return undefined;
  }
  if (!response.ok) throw new RefreshRefused(response);

  const { token } = (await response.json()) as { token: string };
  saveToken(token);
  return token;
}

const ends: Readonly<Record<string, SessionEnd>> = {
  A048: 'tooMany',
  A049: 'idle',
  A050: 'byAdmin',
};

/** Why the server no longer knows the session. */
async function readEnd(response: Response): Promise<SessionEnd> {
  const body = (await response.json().catch(() => undefined)) as { code?: string } | undefined;
  return ends[body?.code ?? ''] ?? 'ended';
}

/** The server failed to refresh the token. That says nothing about the session, so it stays. */
export class RefreshRefused extends Error {
  override name = 'RefreshRefused';
  readonly response: Response;

  constructor(response: Response) {
    super(`The session could not be renewed (${response.status}). Try again in a moment.`);
    this.response = response;
  }
}

function askForToken({ user, refreshToken: spent }: Session): Promise<Response> {
  return fetch('/api/auth/refresh', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...backgroundHeader(),
    },
    body: JSON.stringify({ email: user.email, refreshToken: spent }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

/** Runs in one tab at a time; `work` learns whether it waited. Without locks (plain HTTP) the server's grace must do. */
async function alone<T>(work: (isSecond: boolean) => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return work(false);
  const first = await locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock ? { done: await work(false) } : undefined,
  );
  return first ? first.done : await locks.request(LOCK, () => work(true));
}

/** Waits until this tab sees what another one wrote before it released the lock: tabs may be separate processes. */
function hearOfToken(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      window.removeEventListener('storage', stop);
      resolve();
    };
    const timer = setTimeout(stop, STORAGE_EVENT_WAIT_MS);
    window.addEventListener('storage', stop);
  });
}
