import { createHash } from 'node:crypto';
import { problem } from '../../fields/problem.ts';
import {
  type Allowance,
  forgetAttempts,
  returnAttempt,
  takeAttempt,
} from '../../store/system/accounts/attempts.ts';
import type { Call } from '../http/call.ts';
import { addressPrefix } from '../http/client-address.ts';
import { statusOf } from '../http/problem-response.ts';
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts';

/**
 * How often what may be tried. All is counted in the database, before the work, and under the route's
 * own name: no spelling of a path, no field of a body and no other server gives another go.
 * `network`: an IPv4 address or the /64 of an IPv6 one. Whatever others could use up for somebody
 * is counted together with the network, so that nobody can be locked out by others.
 */
export const limits = {
  /** An office behind one address signs in at nine o'clock; only what failed stays counted. */
  login: { free: 20, pause: 6, longest: 6, forget: 60 },
  /** Per account and network. Five mistakes in a row are human; then one a minute, after two, four … */
  loginAccount: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** In place of both for a browser that has signed in to the account before. */
  loginDevice: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** Per network: tokens that open nothing. */
  refresh: { free: 120, pause: 1, longest: 30, forget: 60 },
  /** Per session: more than any number of tabs needs. */
  refreshSession: { free: 100, pause: 1, longest: 30, forget: 60 },
  /** Per network. A class that registers together comes through; a flood does not. */
  register: { free: 20, pause: 60, longest: 600, forget: 3_600 },
  /** Per account: so many mails to whom an address belongs that is registered again. */
  registerAccount: { free: 3, pause: 1_200, longest: 3_600, forget: 3_600 },
  /**
   * Per network, of those the account's own limit lets through: an office, one of whom presses the button all
   * day, still gets its links.
   */
  forgot: { free: 100, pause: 10, longest: 60, forget: 3_600 },
  /** Per account: so many mails; who asks for more has them already. */
  forgotAccount: { free: 3, pause: 1_200, longest: 3_600, forget: 3_600 },
  /** Per network: links that open nothing. */
  reset: { free: 10, pause: 30, longest: 600, forget: 3_600 },
  /** Per user: current passwords that are wrong. */
  password: { free: 5, pause: 60, longest: 900, forget: 3_600 },
  /** Per admin; a list counts as one. */
  invite: { free: 300, pause: 10, longest: 60, forget: 3_600 },
  /** Per session: walking through records, in several windows; who only stays at one is forgotten in between. */
  presence: { free: 60, pause: 1, longest: 8, forget: 5 },
} satisfies Record<string, Allowance>;

type LimitName = keyof typeof limits;

/** Something that is counted: which limit, and under what. */
export type Limited = { limit: LimitName; key: string };

export function limited(limit: LimitName, ...of: readonly string[]): Limited {
  return { limit, key: [limit, ...of].join(' ') };
}

/** What a client shares with its neighbours. */
export function networkOf({ address }: Pick<Call, 'address'>): string {
  return addressPrefix(address);
}

/** An address somebody typed, as a key: people type passwords there. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}

/** Counts before the work is done; refuses when it has to wait. */
export async function takeLimits(
  call: Call,
  ...all: readonly Limited[]
): Promise<Refusal | undefined> {
  for (const { limit, key } of all) {
    const seconds = await takeAttempt(call.parts.database, key, limits[limit]);
    if (seconds > 0) return refuseTooOften(call, limit, seconds);
  }
  return undefined;
}

/**
 * Counts before anything of the body is read, so that whoever has to wait makes no work by sending more. Values
 * that are wrong are a person's mistake and stay uncounted; what is no form at all is none.
 */
export async function countFirst<Read extends object>(
  call: Call,
  counted: Limited,
  read: () => Promise<Read | Refusal>,
): Promise<Read | Refusal> {
  const tooOften = await takeLimits(call, counted);
  if (tooOften) return tooOften;
  const outcome = await read();
  if (isRefusal(outcome) && statusOf(outcome) === 422) await returnLimit(call, counted);
  return outcome;
}

export function refuseTooOften(call: Call, limit: LimitName, seconds: number): Refusal {
  const { requestId, address, route } = call;
  call.parts.log.warn({ requestId, address, route, limit }, 'rejected: too many attempts');
  return refuse(problem('A010', '', { seconds }), {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** It went well: what counts mistakes forgets it. Others under the same key stay counted. */
export async function returnLimit(call: Call, { key }: Limited): Promise<void> {
  await returnAttempt(call.parts.database, key);
}

/** It went well, so the mistakes before it were the same person's. */
export async function forgetLimit(call: Call, { key }: Limited): Promise<void> {
  await forgetAttempts(call.parts.database, key);
}
