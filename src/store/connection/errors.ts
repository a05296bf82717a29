import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../../fields/problems/problem.ts';

/** PostgreSQL's five characters, or Node's name of a failed system call. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** What a write answers, or `taken` when another row has one of its unique values. */
export async function unlessTaken<Outcome>(
  write: () => Promise<Outcome>,
): Promise<Outcome | 'taken'> {
  try {
    return await write();
  } catch (error) {
    if (errorCode(error) === '23505') return 'taken';
    throw error;
  }
}

/** Whether a server is not there: it was stopped or left, or none of several is as needed. */
export function isGone(error: unknown): boolean {
  return /^(0800[1346]|57P0.|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
    String(errorCode(error)),
  );
}

/**
 * Whether the database has a trouble that may pass: a collision, a lost connection, a full disk, or a statement that took
 * too long.
 */
export function isTrouble(error: unknown): boolean {
  return /^(40001|40P01|57014|55P03|08...|57P..|53...|25006)$/.test(String(errorCode(error)));
}

/** Whether a replica is behind, or just removes what was read: tables of a new descriptor, deleted rows. */
export function isBehind(error: unknown): boolean {
  return /^(42P01|42703|42883|40001)$/.test(String(errorCode(error)));
}

/** Whether another server may answer what failed with this error. */
export function isOfThisServer(error: unknown): boolean {
  return isBehind(error) || isGone(error) || /^(08...|53...|58...)$/.test(String(errorCode(error)));
}

/** A statement took longer than it may. */
export const QUERY_CANCELED = '57014';

/** PostgreSQL stopped a list that sorts or filters by a field without an index. */
export class UnindexedRead extends Error {
  readonly code = QUERY_CANCELED;
  readonly problem: Problem;

  constructor(problem: Problem, cause: unknown) {
    super(`${problem.path} ${problem.message}`, { cause });
    this.problem = problem;
  }
}

/** Adds a code to the driver's error for a lost connection, which has only words; callers know errors by their code. */
export function addErrorCode(error: unknown): unknown {
  const says = error instanceof Error && !('code' in error) ? error.message : '';
  const isLost = /terminat|timeout|closed|not queryable/i.test(says);
  return isLost ? Object.assign(error as Error, { code: CONNECTION_FAILURE }) : error;
}

/**
 * Does the same for a change that was sent: when the connection breaks before the answer, nobody knows whether the
 * change was made.
 */
export function markUnresolved(error: unknown): unknown {
  const failure = addErrorCode(error);
  const isLost = /^(08...|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(String(errorCode(failure)));
  return isLost
    ? Object.assign(failure as Error, { code: TRANSACTION_RESOLUTION_UNKNOWN })
    : failure;
}

/** Carries a result out of a transaction, which it rolls back. */
export class RolledBack extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super('nothing was changed');
    this.outcome = outcome;
  }
}

const CONNECTION_FAILURE = '08006';
const TRANSACTION_RESOLUTION_UNKNOWN = '08007';

/**
 * How often to try again, which is safe because PostgreSQL rolled everything back: after a serialization failure, after
 * a deadlock, and once after waiting too long for a lock, as for one whose holder waits for the end of a deadlock.
 */
const RETRIES: ReadonlyMap<unknown, number> = new Map([
  ['40001', 3],
  ['40P01', 3],
  ['55P03', 1],
]);

export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt > (RETRIES.get(errorCode(error)) ?? 0)) throw error;
      // The random pause keeps them from all trying again at once.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Milliseconds for which a write that must not be lost is tried again: longer than a standby needs to take over. */
const LONGEST_FAILOVER = 40_000;

/**
 * Tries again while no primary is there. The change may be made twice, when a connection broke before its answer, so
 * this is only for records of what happened, where one too many is better than none.
 */
export async function retryLost<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + LONGEST_FAILOVER;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isLost = isGone(error) || errorCode(error) === TRANSACTION_RESOLUTION_UNKNOWN;
      if (!isLost || performance.now() > until) throw error;
      await sleep(500);
    }
  }
}
