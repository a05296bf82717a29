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
  /** When all records were counted for it, in milliseconds; corrections since then do not make it younger. */
  at: number;
};

/** How an answer came about: nothing had changed, the changes since were added, or all records were counted. */
export type Way = 'same' | 'followed' | 'counted';

/** Where and how a count was made: the text of its snapshot, whether on a replica, and what it was made from. */
type Counting = {
  snapshot: string;
  isReplica: boolean;
  way: Way;
  from: Pick<Known<unknown>, 'at' | 'isChanging'> | undefined;
};

type Memory<Counted> = {
  find(question: string): Known<Counted> | undefined;
  keep(question: string, counted: Counted, counting: Counting): void;
};

export type Counts = {
  totals: Memory<number>;
  /** The values of facets as a JSON array: pairs of a text, null for records without a value, and a number of records. */
  values: Memory<string>;
  /** The approximate total of a moment ago, for callers that need no exact one. */
  guess(question: string): number | undefined;
  keepGuess(question: string, total: number): void;
};

/** Changes made directly in the database leave no history; counts include them after this many milliseconds. */
const MAX_COUNT_AGE_MS = 60_000;
const MAX_CACHED_COUNTS = 2_000;
/** Each has 20,000 characters at most. */
const MAX_CACHED_FACETS = 500;

/** To count so few records again takes less than to plan a statement that follows the history. */
export const FOLLOWED_FROM = 10_000;

/**
 * Remembers recent counts. The statement that uses one checks whether it still holds, or brings it up to date with what
 * the history says of the transactions that were unknown to its snapshot.
 */
export function createCounts(now: () => number = Date.now): Counts {
  const guesses = createCache<{ total: number; at: number }>(now, MAX_CACHED_COUNTS);
  return {
    totals: createMemory(now, MAX_CACHED_COUNTS),
    values: createMemory(now, MAX_CACHED_FACETS),
    guess: (question) => guesses.find(question)?.total,
    keepGuess: (question, total) => guesses.keep(question, { total, at: now() }),
  };
}

function createMemory<Counted>(now: () => number, most: number): Memory<Counted> {
  const cache = createCache<Known<Counted>>(now, most);
  return {
    find: cache.find,
    keep(question, counted, { snapshot, isReplica, way, from }) {
      const isChanging = way === 'same' ? from?.isChanging === true : from !== undefined;
      const at = way === 'counted' ? now() : (from?.at ?? now());
      cache.keep(question, { counted, isChanging, at, ...parseSnapshot(snapshot, isReplica) });
    },
  };
}

function createCache<Entry extends { at: number }>(now: () => number, most: number) {
  const entries = new Map<string, Entry>();
  return {
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (!entry || now() - entry.at < MAX_COUNT_AGE_MS) return entry;
      entries.delete(key);
      return undefined;
    },
    keep(key: string, entry: Entry): void {
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > most) removeOldest(entries);
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
