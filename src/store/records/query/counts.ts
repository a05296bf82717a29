import { removeOldest } from '../../../fields/require-entry.ts';

/** What was counted, and the snapshot of the database it was counted in. */
export type Known<Counted> = {
  counted: Counted;
  /** Transactions from this one on had not begun. */
  xmax: string;
  /** Earlier transactions that had not ended. */
  running: readonly string[];
  /** Some of the transactions from `xmax` on may have been counted, because a replica does not tell. */
  isVague: boolean;
  /** It was no longer current when it was last asked for. */
  isChanging: boolean;
};

/** How an answer came about: nothing had changed, the changes since were added, or all records were counted. */
export type Way = 'same' | 'followed' | 'counted';

/** Where and how a count was made: the text of its snapshot, and whether on a replica. */
type Counting = { snapshot: string; isReplica: boolean; way: Way };

type Memory<Counted> = {
  find(question: string): Known<Counted> | undefined;
  keep(question: string, counted: Counted, counting: Counting): void;
};

export type Counts = {
  totals: Memory<number>;
  /** The values of facets and how many records have each, as a JSON array of pairs. */
  values: Memory<string>;
  /** The approximate total of a moment ago, for callers that need no exact one. */
  guess(question: string): number | undefined;
  keepGuess(question: string, total: number): void;
};

/** Changes made directly in the database leave no history; counts include them after this many milliseconds. */
const MAX_COUNT_AGE_MS = 60_000;
const MAX_CACHED_COUNTS = 2_000;

/**
 * Remembers recent counts. The statement that uses one checks whether it still holds, or brings it up to date with what
 * the history says of the transactions that were unknown to its snapshot.
 */
export function createCounts(now: () => number = Date.now): Counts {
  const guesses = createCache<number>(now);
  return {
    totals: createMemory(now),
    values: createMemory(now),
    guess: (question) => guesses.find(question)?.value,
    keepGuess: (question, total) => guesses.keep(question, total, now()),
  };
}

function createMemory<Counted>(now: () => number): Memory<Counted> {
  const cache = createCache<Known<Counted>>(now);
  return {
    find: (question) => cache.find(question)?.value,
    keep(question, counted, { snapshot, isReplica, way }) {
      const former = cache.find(question);
      const isChanging = way === 'same' ? former?.value.isChanging === true : former !== undefined;
      // One that was only brought up to date is as old as the count it comes from.
      const at = way === 'counted' ? now() : (former?.at ?? now());
      cache.keep(question, { counted, isChanging, ...parseSnapshot(snapshot, isReplica) }, at);
    },
  };
}

function createCache<Value>(now: () => number) {
  const entries = new Map<string, { value: Value; at: number }>();
  return {
    find(key: string) {
      const entry = entries.get(key);
      if (!entry || now() - entry.at < MAX_COUNT_AGE_MS) return entry;
      entries.delete(key);
      return undefined;
    },
    keep(key: string, value: Value, at: number) {
      entries.delete(key);
      entries.set(key, { value, at });
      if (entries.size > MAX_CACHED_COUNTS) removeOldest(entries);
    },
  };
}

/** Reads `xmin:xmax:running,…` of `pg_current_snapshot()`. */
function parseSnapshot(
  snapshot: string,
  isReplica: boolean,
): Pick<Known<unknown>, 'xmax' | 'running' | 'isVague'> {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  // A replica does not say which transactions are running; any from the oldest on may be.
  if (isReplica) return { xmax: xmin, running: [], isVague: true };
  return { xmax, running: running === '' ? [] : running.split(','), isVague: false };
}
