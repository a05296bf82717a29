import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

/** The value of a cookie of this request. */
export function readCookie(request: Request, cookie: string): string | undefined {
  return parse(request.headers.get('Cookie') ?? '', cookie)[cookie];
}

/** A `Set-Cookie` header for a cookie that no script can read and no other site can send. */
export function toCookie(cookie: string, value: string, seconds: number): string {
  return generateCookie(cookie, value, {
    path: '/',
    maxAge: seconds,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
}

/**
 * Whether a call with the session's cookie comes from a page of ours. Browsers send `Sec-Fetch-Site`, which
 * no script can set; older ones only send `Origin`. Other clients send neither.
 */
export function isSameSite(request: Request, publicUrl: string | undefined): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('Origin');
  if (origin === null) return true;
  const own = new URL(request.url);
  return origin === publicUrl || origin === own.origin || URL.parse(origin)?.host === own.host;
}
