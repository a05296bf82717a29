import { refreshToken } from '../../client/refresh.ts';
import { readSession } from '../../client/session.ts';

/** Milliseconds within which a token counts as spent. */
const SOON = 15_000;

/** A token that lasts long enough for the next call; undefined without a session. */
export async function freshToken(): Promise<string | undefined> {
  const token = readSession()?.token;
  if (token === undefined) return undefined;
  return endsAt(token) - Date.now() > SOON ? token : refreshToken(token);
}

/** As the signed-in user; undefined when nobody is, or their session is over. */
export async function fetchAsMe(path: string): Promise<Response | undefined> {
  const token = await freshToken();
  if (token === undefined) return undefined;
  return fetch(path, { headers: { Authorization: `Bearer ${token}` } });
}

/** When it expires, as it says itself (RFC 7519, `exp`); 0 if it cannot be read. */
function endsAt(token: string): number {
  try {
    const claims = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as {
      exp?: unknown;
    };
    return typeof exp === 'number' ? exp * 1_000 : 0;
  } catch {
    return 0;
  }
}
