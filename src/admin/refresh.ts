import { endSession, keepToken, readSession, type Session } from './session.ts';

const TIMEOUT = 20_000;

let flight: Promise<string | undefined> | undefined;

/**
 * A working access token in place of the spent one, or undefined when the session
 * is over (and then it is cleared). However many calls and tabs find out at the
 * same moment, one of them asks the server and the others take what it got: the
 * companion cookie rotates with each refresh, so a second one could end the session.
 */
export function refreshToken(spent: string): Promise<string | undefined> {
  flight ??= alone(() => refreshOnce(spent)).finally(() => {
    flight = undefined;
  });
  return flight;
}

async function refreshOnce(spent: string): Promise<string | undefined> {
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
    super(`The session could not be refreshed (${response.status})`);
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

/** One tab at a time. Pages over plain HTTP have no locks; there the server's grace must do. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  return locks === undefined ? work() : locks.request('session-refresh', work);
}
