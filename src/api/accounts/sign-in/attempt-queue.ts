import { setTimeout as sleep } from 'node:timers/promises';

/** How long a caller waits for attempts at the same time, in milliseconds. */
const PATIENCE = 30_000;
/** More callers than this do not wait, because each of them keeps a request open. */
const MOST_WAITING = 500;

/** The attempts under one key on this server. */
type Line = {
  /** The attempts that were counted and have not ended. */
  running: number;
  /** How many have ended so far. */
  ended: number;
  waiting: number;
  /** The previous attempt to ask. One asks at a time, so that no attempt is refused because others only ask. */
  last: Promise<unknown>;
  wake: (() => void) | undefined;
};

export type AttemptQueue = ReturnType<typeof createAttemptQueue>;

/**
 * Keeps attempts under the same key apart. An attempt is counted before its result is known, so the last of
 * many correct ones at once would be refused. Here it waits until those before it have ended, and counts
 * then. Wrong attempts gain nothing: they stay counted and are refused as before. An attempt that cannot be
 * counted fails those that wait for it, because each would wait as long for the database again.
 */
export function createAttemptQueue() {
  const lines = new Map<string, Line>();

  function leave(key: string, line: Line): void {
    if (line.running === 0 && line.waiting === 0) lines.delete(key);
  }

  return {
    /** Counts by `count`, which returns the seconds to wait. At 0 the attempt begins and needs an `end`. */
    take: async (key: string, count: () => Promise<number>): Promise<number> => {
      const line = lines.get(key) ?? createLine();
      lines.set(key, line);
      if (line.waiting >= MOST_WAITING) return 1;
      line.waiting += 1;
      const until = performance.now() + PATIENCE;
      const mine = line.last.then(() => ask(line, until, count));
      line.last = mine;
      try {
        return await mine;
      } finally {
        line.waiting -= 1;
        if (line.waiting === 0) line.last = Promise.resolve();
        leave(key, line);
      }
    },
    end: (key: string): void => {
      const line = lines.get(key);
      if (!line) return;
      line.running -= 1;
      line.ended += 1;
      line.wake?.();
      leave(key, line);
    },
  };
}

function createLine(): Line {
  return { running: 0, ended: 0, waiting: 0, last: Promise.resolve(), wake: undefined };
}

async function ask(line: Line, until: number, count: () => Promise<number>): Promise<number> {
  for (;;) {
    const { ended } = line;
    const seconds = await count();
    if (seconds === 0) {
      line.running += 1;
      return 0;
    }
    // An attempt that ended in the meantime may have made room.
    if (line.ended !== ended) continue;
    const left = until - performance.now();
    if (line.running === 0 || left <= 0) return seconds;
    await oneEnds(line, left);
  }
}

async function oneEnds(line: Line, most: number): Promise<void> {
  const late = new AbortController();
  const ended = new Promise<void>((resolve) => {
    line.wake = resolve;
  });
  await Promise.race([ended, sleep(most, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
  line.wake = undefined;
}
