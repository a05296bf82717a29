import { isSameSecret } from '../is-same-secret.ts';
import { createHmac, hkdfSync } from 'node:crypto';
import type { ApiServices } from '../../api-services.ts';
import { readCookie, toCookie } from '../cookies.ts';

/** Addresses change when a window ends, so that a browser finds what it has cached during one. */
const WINDOW = 10 * 60_000;

// `__Host-` makes the browser insist on Secure, Path=/ and no Domain: no other host can set it.
const cookieName = '__Host-backoffice-files';

/** A signed address is of one path and one session, and works only in the browser that got it. */
export type LinkSigner = { sign(path: string): string; expires: Date; cookie?: string };

/**
 * Signs paths of files for a session. With `bindsBrowser`, a cookie that the answer has to set binds the addresses to
 * the browser, so that one that leaks is of no use elsewhere.
 */
export function createLinkSigner(
  { secret, clock = Date.now }: Pick<ApiServices, 'secret' | 'clock'>,
  request: Request,
  sessionId: string,
  bindsBrowser: boolean,
): LinkSigner {
  const expires = (Math.ceil(clock() / WINDOW) + 1) * WINDOW;
  const existing = readBrowser(request);
  const browser = bindsBrowser ? (existing ?? newBrowser(secret, sessionId)) : '';
  return {
    expires: new Date(expires),
    ...(bindsBrowser && !existing && { cookie: toCookie(cookieName, browser, YEAR) }),
    sign: (path) => {
      const claims = { path, sessionId, expires: String(expires), browser };
      const query = new URLSearchParams({
        session: sessionId,
        expires: claims.expires,
        ...(browser !== '' && { bound: '1' }),
        signature: sealOf(secret, claims),
      });
      return `${path}?${query}`;
    },
  };
}

const YEAR = 365 * 24 * 60 * 60;

/** The parameters of a signed address, besides those of its route. */
export const linkParameters = ['session', 'expires', 'bound', 'signature'] as const;

/** Whether a request comes by a signed address, whether or not it is a right one. */
export function isLink(query: URLSearchParams): boolean {
  return query.has('signature');
}

/** The session of a signed address; undefined unless we signed it, it has not expired, and its browser asks. */
export function readLink(
  { secret, clock = Date.now }: Pick<ApiServices, 'secret' | 'clock'>,
  request: Request,
  query: URLSearchParams,
): string | undefined {
  const expires = query.get('expires') ?? '';
  const sessionId = query.get('session') ?? '';
  const browser = query.has('bound') ? readBrowser(request) : '';
  if (browser === undefined || !(Number(expires) > clock())) return undefined;
  const path = new URL(request.url).pathname;
  const seal = sealOf(secret, { path, sessionId, expires, browser });
  return isSameSecret(seal, query.get('signature') ?? '') ? sessionId : undefined;
}

function readBrowser(request: Request): string | undefined {
  const value = readCookie(request, cookieName);
  return value !== undefined && /^[\w-]{22}$/.test(value) ? value : undefined;
}

/**
 * The same for all requests of a session: those that a page sends at once before it has the cookie must not each make
 * one that replaces the other's.
 */
function newBrowser(secret: string, sessionId: string): string {
  const seal = createHmac('sha256', keyOf(secret)).update(`browser ${sessionId}`).digest();
  return seal.subarray(0, 16).toString('base64url');
}

type Claims = { path: string; sessionId: string; expires: string; browser: string };

const keys = new Map<string, Buffer>();

function sealOf(secret: string, { path, sessionId, expires, browser }: Claims): string {
  const text = JSON.stringify([path, sessionId, expires, browser]);
  const seal = createHmac('sha256', keyOf(secret)).update(text).digest();
  return seal.subarray(0, 24).toString('base64url');
}

function keyOf(secret: string): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, 'backoffice', 'file links', 32));
    keys.set(secret, key);
  }
  return key;
}
