import { createHash, randomBytes } from 'node:crypto';
import { SESSION_DAYS } from '../../store/system/accounts/sessions.ts';

// `__Host-` makes the browser insist on Secure, Path=/ and no Domain: no other host can set it.
const name = '__Host-backoffice';

/** A random text to hand out, and the hash that is kept of it. */
export type Secret = { text: string; hash: Buffer };

export function createSecret(bytes: number): Secret {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** Random secrets need no slow hash. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Whether a sign-in gets a companion cookie: from a browser (only those send `Sec-Fetch-Site`)
 * over a connection it keeps `Secure` cookies for.
 */
export function wantsCompanion(request: Request, publicUrl: string | undefined): boolean {
  if (request.headers.get('Sec-Fetch-Site') === null) return false;
  const { protocol, hostname } = new URL(request.url);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return isHere || protocol === 'https:' || publicUrl?.startsWith('https:') === true;
}

export function readCompanion(request: Request): string | undefined {
  const cookies = request.headers.get('Cookie') ?? '';
  const found = cookies.split(/; */).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** The header that gives a browser its companion; '' takes it away. */
export function companionCookie(value: string): { 'Set-Cookie': string } {
  const age = value === '' ? 0 : SESSION_DAYS * 24 * 60 * 60;
  return {
    'Set-Cookie': `${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; Secure; SameSite=Strict`,
  };
}
