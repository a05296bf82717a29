/** A total that was counted, and the snapshot of the database it was counted in. */
export type KnownTotal = {
  total: number;
  /** Transactions from this one on had not begun. */
  xmax: string;
  /** Those before it that had not ended. */
  running: readonly string[];
};

export type Totals = {
  find(question: string): KnownTotal | undefined;
  keep(question: string, total: number, snapshot: string, isReplica: boolean): void;
};

/** Changes made past us, by hand in the database, leave no history: they are seen after so many ms. */
const LONGEST = 60_000;
const MOST = 2_000;

/**
 * The totals that were counted lately. Whether one still holds is asked in the statement that uses
 * it: it does while no transaction that its snapshot did not see has left history of the resource.
 */
export function createTotals(now: () => number = Date.now): Totals {
  const known = new Map<string, KnownTotal & { counted: number }>();
  return {
    find(question) {
      const found = known.get(question);
      if (!found || now() - found.counted < LONGEST) return found;
      known.delete(question);
      return undefined;
    },
    keep(question, total, snapshot, isReplica) {
      const before = known.get(question);
      const counted = before?.total === total ? before.counted : now();
      known.delete(question);
      known.set(question, { total, counted, ...parseSnapshot(snapshot, isReplica) });
      if (known.size > MOST) known.delete(known.keys().next().value!);
    },
  };
}

/** `xmin:xmax:running,…` of `pg_current_snapshot()`. */
function parseSnapshot(snapshot: string, isReplica: boolean): Pick<KnownTotal, 'xmax' | 'running'> {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  // A replica does not say which transactions are running: any from the oldest on may be.
  if (isReplica) return { xmax: xmin, running: [] };
  return { xmax, running: running === '' ? [] : running.split(',') };
}
