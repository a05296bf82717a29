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
