import { removeOldest } from '../../../fields/require-entry.ts';
/** A counted total, and the snapshot of the database it was counted in. */
export type KnownTotal = {
  total: number;
  /** Transactions from this one on had not begun. */
  xmax: string;
  /** Earlier transactions that had not ended. */
  running: readonly string[];
};

export type Totals = {
  find(question: string): KnownTotal | undefined;
  keep(question: string, total: number, snapshot: string, isReplica: boolean): void;
  /** The approximate total of a moment ago, for callers that need no exact one. */
  guess(question: string): number | undefined;
  keepGuess(question: string, total: number): void;
};

/** Changes made directly in the database leave no history; totals include them after this many milliseconds. */
const MAX_TOTAL_AGE_MS = 60_000;
const MAX_CACHED_TOTALS = 2_000;

/**
 * Remembers recent totals. The statement that uses one checks whether it still holds: it does while no transaction
 * unknown to its snapshot has left history of the resource.
 */
export function createTotals(now: () => number = Date.now): Totals {
  const cachedTotals = new Map<string, KnownTotal & { counted: number }>();
  const guesses = new Map<string, { total: number; at: number }>();
  return {
    find(question) {
      const cachedTotal = cachedTotals.get(question);
      if (!cachedTotal || now() - cachedTotal.counted < MAX_TOTAL_AGE_MS) return cachedTotal;
      cachedTotals.delete(question);
      return undefined;
    },
    keep(question, total, snapshot, isReplica) {
      const before = cachedTotals.get(question);
      const counted = before?.total === total ? before.counted : now();
      cachedTotals.delete(question);
      cachedTotals.set(question, { total, counted, ...parseSnapshot(snapshot, isReplica) });
      if (cachedTotals.size > MAX_CACHED_TOTALS) removeOldest(cachedTotals);
    },
    guess(question) {
      const guess = guesses.get(question);
      return guess && now() - guess.at < MAX_TOTAL_AGE_MS ? guess.total : undefined;
    },
    keepGuess(question, total) {
      guesses.delete(question);
      guesses.set(question, { total, at: now() });
      if (guesses.size > MAX_CACHED_TOTALS) removeOldest(guesses);
    },
  };
}

/** Reads `xmin:xmax:running,…` of `pg_current_snapshot()`. */
function parseSnapshot(snapshot: string, isReplica: boolean): Pick<KnownTotal, 'xmax' | 'running'> {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  // A replica does not say which transactions are running; any from the oldest on may be.
  if (isReplica) return { xmax: xmin, running: [] };
  return { xmax, running: running === '' ? [] : running.split(',') };
}
