import { SESSION_DAYS } from '../../store/system/accounts/sessions.ts';
import { readCookie, toCookie } from '../http/cookies.ts';

// `__Host-` makes the browser insist on Secure, Path=/ and no Domain: no other host can set it.
const name = '__Host-backoffice';

/**
 * Whether a sign-in gets a refresh cookie: from a browser (only those send `Sec-Fetch-Site`)
 * over a connection for which it keeps `Secure` cookies.
 */
export function wantsRefreshCookie(request: Request, publicUrl: string | undefined): boolean {
  if (request.headers.get('Sec-Fetch-Site') === null) return false;
  const { protocol, hostname } = new URL(request.url);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isHere || protocol === 'https:' || publicUrl?.startsWith('https:') === true;
}

export function readRefreshCookie(request: Request): string | undefined {
  return readCookie(request, name);
}

/** The header that sets the refresh cookie; '' removes it. */
export function refreshCookie(value: string): { 'Set-Cookie': string } {
  const seconds = value === '' ? 0 : SESSION_DAYS * 24 * 60 * 60;
  return { 'Set-Cookie': toCookie(name, value, seconds) };
}
