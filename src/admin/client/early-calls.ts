import { LOCK_KEY, readSession } from './account/session.ts';

/** What the app needs before it renders anything; `load-config.ts` calls them. */
export const startPaths = [
  '/api/users/current',
  '/api/config',
  '/api/users/current/settings',
] as const;

/** Milliseconds after which a response is too old, and how long a request may take. */
const MAX_AGE_MS = 20_000;

type EarlyCall = { token: string; at: number; response: Promise<Response> };

const calls = new Map<string, EarlyCall>();

/**
 * Requests what every start needs while the code is still loading. While the screen is locked it requests
 * nothing, as all other calls.
 */
export function callEarly(): void {
  const token = readSession()?.token;
  if (token === undefined || localStorage.getItem(LOCK_KEY) !== null) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  for (const path of startPaths) {
    const response = fetch(path, { headers, signal: AbortSignal.timeout(MAX_AGE_MS) });
    // The call that takes it reports the failure.
    response.catch(() => undefined);
    calls.set(path, { token, at: performance.now(), response });
  }
}

/** The early response for one call with this token, if there is one. No second call gets it. */
export function consumeEarlyResponse(
  path: string,
  token: string | undefined,
): Promise<Response> | undefined {
  const early = calls.get(path);
  calls.delete(path);
  if (!early || early.token !== token || performance.now() - early.at > MAX_AGE_MS)
    return undefined;
  return early.response;
}
