import { isSameSecret } from '../http/is-same-secret.ts';
import { SESSION_DAYS } from '../../store/system/accounts/sessions.ts';
import { readCookie, toCookie } from '../http/cookies.ts';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { accountKey } from './limits.ts';

// `__Host-` makes the browser insist on Secure, Path=/ and no Domain: no other host can set it.
const refreshName = '__Host-backoffice';

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
  return readCookie(request, refreshName);
}

/** The header that sets the refresh cookie; '' removes it. */
export function refreshCookie(value: string): { 'Set-Cookie': string } {
  const seconds = value === '' ? 0 : SESSION_DAYS * 24 * 60 * 60;
  return { 'Set-Cookie': toCookie(refreshName, value, seconds) };
}

const deviceName = '__Host-backoffice-device';
const YEAR = 365 * 24 * 60 * 60;
/** Colleagues share a machine, but not a whole company. */
const MOST_ACCOUNTS = 5;

/**
 * The cookie of a browser that has signed in before: its number, and a seal for each account. It grants no
 * access. Its failed attempts are counted separately, so that attempts from the same network do not lock
 * out the owner.
 */
type Device = { id: string; seals: readonly string[] };

/** The device that sent the request, if it is known for this account. */
export function knownDevice(call: Call, email: string): Device | undefined {
  const device = readDevice(call.request);
  if (!device) return undefined;
  const seal = sealOf(call.services.secret, device.id, email);
  return device.seals.some((each) => isSameSecret(each, seal)) ? device : undefined;
}

/** Whether the browser has such a cookie, for any account. */
export function hasDevice(request: Request): boolean {
  return readDevice(request) !== undefined;
}

/** The header that makes the browser a known device of the account. */
export function deviceCookie(call: Call, email: string): string {
  const before = readDevice(call.request);
  const id = before?.id ?? randomBytes(16).toString('base64url');
  const seal = sealOf(call.services.secret, id, email);
  const others = (before?.seals ?? []).filter((each) => each !== seal);
  const value = [id, seal, ...others.slice(0, MOST_ACCOUNTS - 1)].join('.');
  return toCookie(deviceName, value, YEAR);
}

function readDevice(request: Request): Device | undefined {
  const value = readCookie(request, deviceName);
  if (!value || !/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(value)) return undefined;
  const [id = '', ...seals] = value.split('.');
  return { id, seals };
}

function sealOf(secret: string, id: string, email: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'backoffice', 'known devices', 32));
  const mac = createHmac('sha256', key)
    .update(`${id} ${accountKey(email)}`)
    .digest();
  return mac.subarray(0, 16).toString('base64url');
}
