import { createHash } from 'node:crypto';
import { problem } from '../../fields/problems/problem.ts';
import {
  type Allowance,
  forgetAttempts,
  returnAttempt,
  spendAttempt,
} from '../../store/system/accounts/attempts.ts';
import type { Call } from '../http/call.ts';
import { addressPrefix } from '../http/client-address.ts';
import { statusOf } from '../http/answer/problem-response.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';

/**
 * How often each thing may be tried. Attempts are counted in the database, before the work and under the
 * route's own name, so another spelling of a path, field of a body or server gives no further attempts.
 * `network` is an IPv4 address or the /64 of an IPv6 address. A limit that others could use up for someone
 * is counted per network as well, so that nobody can lock out anyone else.
 */
export const limits = {
  /** An office behind one address may sign in at nine o'clock. Only failed attempts stay counted. */
  login: { free: 20, pause: 6, longest: 6, forget: 60 },
  /** Per account and network. Five mistakes in a row are human; then one attempt a minute, after two, four … */
  loginAccount: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** Replaces both limits for a browser that has signed in to the account before. */
  loginDevice: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** Per network: invalid refresh tokens. */
  refresh: { free: 120, pause: 1, longest: 30, forget: 60 },
  /** Per session: more than any number of tabs needs. */
  refreshSession: { free: 100, pause: 1, longest: 30, forget: 60 },
  /** Per network. A class that registers together comes through; a flood does not. */
  register: { free: 20, pause: 60, longest: 600, forget: 3_600 },
  /** Per account: mails to the owner of an address that is registered again. */
  registerAccount: { free: 3, pause: 1_200, longest: 3_600, forget: 3_600 },
  /**
   * Per network, for requests that the limit of the account lets through. If one person in an office
   * presses the button all day, the others still get their links.
   */
  forgot: { free: 100, pause: 10, longest: 60, forget: 3_600 },
  /** Per account: further mails would bring nothing new. */
  forgotAccount: { free: 3, pause: 1_200, longest: 3_600, forget: 3_600 },
  /** Per network: invalid links. */
  reset: { free: 10, pause: 30, longest: 600, forget: 3_600 },
  /** Per user: wrong current passwords. */
  password: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /**
   * Per user, from all addresses: wrong codes after the right password. The sender knows the password, so the
   * limit keeps nobody else out.
   */
  factor: { free: 5, pause: 60, longest: 900, forget: 86_400 },
  /** Per user: new recovery codes, each of which is hashed like a password. */
  recoveryCodes: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** Challenges for passkeys: per network before the sign-in, then per user. */
  passkey: { free: 60, pause: 2, longest: 30, forget: 300 },
  /** Per owner of an address, over all forms: mails that confirm an entry, which one network asks for. */
  formMails: { free: 5, forget: 3_600 },
  /** Per link that confirms an entry: each attempt waits for its turn among all forms. */
  formLink: { free: 10, forget: 3_600 },
  /** As `formMails`, from all networks together. */
  formMailsOfAll: { free: 10, forget: 86_400 },
  /** Per network: files for public forms. */
  formFiles: { free: 30, pause: 60, longest: 600, forget: 3_600 },
  /** Per network: sign-ins at a provider that begin. */
  oidc: { free: 60, pause: 2, longest: 30, forget: 300 },
  /** Per network: messages of providers that a session has ended. */
  oidcLogout: { free: 600, pause: 1, longest: 10, forget: 60 },
  /** Per admin; a list counts as one. */
  invite: { free: 300, pause: 10, longest: 60, forget: 3_600 },
  /** Per session: enough to walk through records in several windows; the counts of an idle window expire. */
  presence: { free: 60, pause: 1, longest: 8, forget: 5 },
  /** Per user: messages, each of which may go to many people. */
  messages: { free: 60, pause: 2, longest: 60, forget: 300 },
} satisfies Record<string, Allowance>;

type LimitName = keyof typeof limits;

/** Something that is counted: the limit, by a name of letters, and the key it is counted under. */
export type Counter = { limit: string; key: string; allowance: Allowance };

export function counterOf(limit: LimitName, ...of: readonly string[]): Counter {
  return { limit, key: [limit, ...of].join(' '), allowance: limits[limit] };
}

/** The part of the address that a client shares with its neighbours. */
export function networkOf({ address }: Pick<Call, 'address'>): string {
  return addressPrefix(address);
}

/** The hash of an address that someone typed, as people sometimes type a password there. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

/** Counts an attempt before the work starts, and refuses it if the caller has to wait. */
export async function spendLimits(
  call: Call,
  ...all: readonly Counter[]
): Promise<Refusal | undefined> {
  for (const counter of all) {
    const seconds = await countAttempt(call, counter);
    if (seconds > 0) return refuseTooOften(call, counter.limit, seconds);
  }
  return undefined;
}

/** Counts an attempt unless it has to wait, and returns for how many seconds. The response has what is left. */
export async function countAttempt(
  call: Call,
  { limit, key, allowance }: Counter,
): Promise<number> {
  const { wait, count, next } = await spendAttempt(call.services.database, key, allowance);
  const { free: quota, forget: window } = allowance;
  const left = Math.max(0, quota - count);
  // What it counts depends on the address, so what is left would show whether others have asked for a link to it.
  if (limit !== 'forgot' && limit !== 'formMails')
    call.quotas.set(key, { name: limit, quota, window, left, reset: left > 0 ? window : next });
  return wait;
}

/**
 * Counts an attempt before the body is read, so that a caller who has to wait causes no work by sending
 * more. Invalid values (422) are a person's mistake and are not counted; any other malformed body is.
 */
export async function countBeforeReading<Read extends object>(
  call: Call,
  counted: Counter,
  read: () => Promise<Read | Refusal>,
): Promise<Read | Refusal> {
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const outcome = await read();
  if (isRefusal(outcome) && statusOf(outcome) === 422) await returnLimit(call, counted);
  return outcome;
}

export function refuseTooOften(call: Call, limit: string, seconds: number): Refusal {
  const { requestId, address, route } = call;
  call.services.log.warn({ requestId, address, route, limit }, 'rejected: too many attempts');
  return refuse(problem('A010', '', { seconds }), { headers: { 'Retry-After': String(seconds) } });
}

/** Uncounts one attempt that succeeded. Other attempts under the same key stay counted. */
export async function returnLimit(call: Call, { key }: Counter): Promise<void> {
  await returnAttempt(call.services.database, key);
}

/** Clears all attempts under the key: after a success, the mistakes before it were the same person's. */
export async function forgetLimit(call: Call, { key }: Counter): Promise<void> {
  await forgetAttempts(call.services.database, key);
}
