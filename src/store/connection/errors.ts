import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL's five characters, or Node's name of a failed call. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The driver tells a lost connection in words only; callers know errors by their code. */
export function withCode(error: unknown): unknown {
  const says = error instanceof Error && !('code' in error) ? error.message : '';
  const isLost = /terminat|timeout|closed|not queryable/i.test(says);
  return isLost ? Object.assign(error as Error, { code: CONNECTION_FAILURE }) : error;
}

/**
 * The same of a change that was sent: where the connection was lost before the answer, nobody knows
 * whether it was made.
 */
export function asUnresolved(error: unknown): unknown {
  const known = withCode(error);
  const isLost = /^(08...|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(String(errorCode(known)));
  return isLost ? Object.assign(known as Error, { code: TRANSACTION_RESOLUTION_UNKNOWN }) : known;
}

/** Carries an answer out of a transaction, which is rolled back by it. */
export class RolledBack extends Error {
  readonly outcome: unknown;

  constructor(outcome: unknown) {
    super('nothing was changed');
    this.outcome = outcome;
  }
}

const CONNECTION_FAILURE = '08006';
const TRANSACTION_RESOLUTION_UNKNOWN = '08007';

/** Serialization failure and deadlock: PostgreSQL rolled one of two back, and it may just be tried again. */
const COLLISIONS: readonly unknown[] = ['40001', '40P01'];

export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === 4 || !COLLISIONS.includes(errorCode(error))) throw error;
      // Not all at once again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
