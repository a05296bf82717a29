import { isIPv4 } from 'node:net';
import type { Account } from '../../../store/system/account.ts';
import { hasSignedIn, listPastDevices } from '../../../store/system/accounts/devices.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import type { QueryRunner } from '../../../store/store.ts';
import type { Call } from '../../http/call.ts';
import { addressPrefix } from '../../http/client-address.ts';
import { knownDevice } from '../session-cookies.ts';
import { readUserAgent } from './user-agent.ts';

/**
 * Whether a user signs in on a device that nobody has used for the account yet. Known are browsers with the cookie of
 * an earlier sign-in, which lasts a year; and without cookies the same kind of program in the same network within the
 * last weeks. Nothing is new at the first sign-in of all.
 */
export async function isNewDevice(sql: QueryRunner, call: Call, user: Account): Promise<boolean> {
  if (knownDevice(call, user.email) || !(await hasSignedIn(sql, user._id))) return false;
  const device = deviceOf(call.request.headers.get('User-Agent'), call.address);
  const past = await listPastDevices(sql, user._id);
  return !past.some(({ userAgent, address }) => deviceOf(userAgent, address) === device);
}

/** Without versions, because browsers update themselves, and by network, because addresses change. */
function deviceOf(userAgent: string | null, address: string | null): string {
  const { browser, system } = readUserAgent(userAgent);
  const isKnown = browser !== null || system !== null;
  const program = isKnown ? [browser, system] : [userAgent || null];
  return JSON.stringify([...program, networkOf(address ?? '')]);
}

/** The /24 of an IPv4 address; of an IPv6 address the /48, which a provider gives to one customer. */
function networkOf(address: string): string {
  const prefix = addressPrefix(address);
  return prefix
    .split(isIPv4(prefix) ? '.' : ':')
    .slice(0, 3)
    .join('.');
}

/** Tells the owner of an account about a sign-in on a new device. */
export async function mailNewDevice(sql: QueryRunner, call: Call, user: Account): Promise<void> {
  const { address, request } = call;
  const userAgent = request.headers.get('User-Agent')?.slice(0, 300) ?? null;
  await queueMail(sql, {
    kind: 'newDevice',
    ...(await mailTo(sql, call, user)),
    data: { at: new Date().toISOString(), address, userAgent },
  });
}
