import { errorCode, QUERY_CANCELED } from './errors.ts';

/** Watches the statements of a pool. */
export type StatementWatch = {
  /** A statement has ended, with an error if it failed. */
  noteEnd(error?: unknown): void;
  /** The statements that PostgreSQL stopped since the start because they took too long. */
  timedOut(): number;
};

export function createStatementWatch(): StatementWatch {
  let timedOut = 0;
  return {
    noteEnd(error) {
      if (errorCode(error) === QUERY_CANCELED) timedOut += 1;
    },
    timedOut: () => timedOut,
  };
}
