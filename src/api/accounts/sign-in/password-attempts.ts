import { createHash } from 'node:crypto';
import { USERS } from '../../../store/system/account.ts';
import {
  countSignIn,
  forgetFailures,
  MOST_FAILURES,
  uncountSignIn,
} from '../../../store/system/accounts/attempts.ts';
import { type AuditDetail, writeAudit } from '../../../store/system/audit/write-audit.ts';
import type { Call } from '../../http/call.ts';
import { type Refusal, refuseAs } from '../../../services/refusal.ts';
import { knownDevice } from '../session-cookies.ts';
import {
  accountKey,
  countAttempt,
  forgetLimit,
  counterOf,
  type Counter,
  networkOf,
  refuseTooOften,
  returnLimit,
} from '../limits.ts';
import { passwordGate, verifyPassword } from '../password-hash.ts';
import type { SessionServices } from '../session-services.ts';

/** The keys an attempt is counted under; `everywhere` is the account, regardless of where the attempt comes from. */
type Counted = { here: readonly Counter[]; everywhere: Buffer | undefined };

type Attempt = {
  email: string;
  password: string;
  /** The limit under which the attempt is already counted. */
  counted?: Counter | undefined;
  /** The caller already has a session. */
  hasSession?: boolean;
};

type Tried<Found> = {
  isRight: boolean;
  candidate: Found;
  /** After this wrong password only known devices can sign in to the account. */
  isLast: boolean;
};

/**
 * Checks a password within the limits. Attempts are counted before the check and cleared if the password is
 * right. A session, and a browser that has signed in to the account before, are counted separately: nobody
 * is locked out by the attempts of others.
 */
export async function tryPassword<Found extends { hash: string | null } | undefined>(
  call: Call,
  session: SessionServices,
  { email, password, counted: before, hasSession = false }: Attempt,
  find: () => Promise<Found>,
): Promise<Tried<Found> | Refusal> {
  const counted = countedUnder(call, email, hasSession);
  const here = counted.here.filter(({ key }) => key !== before?.key);
  return await runCountedAttempt(call, session, here, () =>
    checkCounted(call, counted, password, find),
  );
}

/** Counts the attempt, waits for attempts at the same time, and runs the work. Refuses after too many failures. */
export async function runCountedAttempt<Done extends object>(
  call: Call,
  { attemptQueue }: SessionServices,
  counted: readonly Counter[],
  work: () => Promise<Done | Refusal>,
): Promise<Done | Refusal> {
  const taken: Counter[] = [];
  try {
    for (const each of counted) {
      const seconds = await attemptQueue.take(each.key, () => countAttempt(call, each));
      if (seconds > 0) return refuseTooOften(call, each.limit, seconds);
      taken.push(each);
    }
    return await work();
  } finally {
    for (const { key } of taken) attemptQueue.end(key);
  }
}

async function checkCounted<Found extends { hash: string | null } | undefined>(
  call: Call,
  counted: Counted,
  password: string,
  find: () => Promise<Found>,
): Promise<Tried<Found> | Refusal> {
  const { database, log } = call.services;
  const { everywhere } = counted;
  const failures = everywhere && (await countSignIn(database, everywhere));
  if (everywhere && failures === undefined) {
    const { requestId, address } = call;
    log.warn({ requestId, address }, 'sign-in rejected: too many failed attempts');
    return refuseAs('A018');
  }
  const candidate = await find();
  const hash = candidate?.hash ?? null;
  const verified = await passwordGate(() => verifyPassword(password, hash));
  if (verified === undefined) {
    if (everywhere) await uncountSignIn(database, everywhere);
    return refuseAs('S005', { headers: { 'Retry-After': '2' } });
  }
  const isRight = verified.value && hash !== null;
  if (isRight) await forgive(call, counted);
  return { isRight, candidate, isLast: !isRight && failures === MOST_FAILURES };
}

/**
 * The account with its network, and the account alone. Callers who have a session are not counted under the
 * account alone, or anyone could lock out anyone else.
 */
function countedUnder(call: Call, email: string, hasSession: boolean): Counted {
  const account = accountKey(email);
  const device = knownDevice(call, email);
  if (device)
    return { here: [counterOf('loginDevice', device.id, account)], everywhere: undefined };
  const network = networkOf(call);
  return {
    here: [counterOf('login', network), counterOf('loginAccount', network, account)],
    everywhere: hasSession ? undefined : createHash('sha256').update(email).digest(),
  };
}

/** Clears what was counted, because the password was right. */
async function forgive(call: Call, { here, everywhere }: Counted): Promise<void> {
  for (const each of here) {
    // Only this attempt: an attacker with an account of their own could otherwise try other accounts without end.
    if (each.limit === 'login') await returnLimit(call, each);
    else await forgetLimit(call, each);
  }
  if (everywhere) await forgetFailures(call.services.database, everywhere);
}

/** Notes a failed sign-in. An unknown address is not stored at all, as people sometimes type a password there. */
export async function recordFailure(
  { services, address, requestId }: Call,
  account: { _id: string } | undefined,
  detail: AuditDetail = {},
): Promise<void> {
  const by = { actor: null, address, requestId };
  const of = { resource: USERS, record: account?._id ?? null, detail };
  await writeAudit(services.database, { action: 'signInFailed', ...by, ...of });
}
