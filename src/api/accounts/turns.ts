import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds somebody waits for others who try at the same time. */
const PATIENCE = 30_000;
/** More than these wait nowhere: each is a request that is kept open. */
const MOST_WAITING = 500;

/** Those who try under the same key on this server. */
type Line = {
  /** Attempts that were counted, and have not come to their end. */
  running: number;
  /** How many have ended so far. */
  ended: number;
  waiting: number;
  /** Who asks before. One asks at a time, so that nobody is refused for others who only ask. */
  last: Promise<unknown>;
  wake: (() => void) | undefined;
};

export type Turns = ReturnType<typeof createTurns>;

/**
 * Attempts under way. They are counted before it is known how they end, so of many right ones at once the
 * last would be refused; here they wait until those before them have ended, and are counted then. Wrong ones
 * win nothing by it: what stays counted refuses as before.
 */
export function createTurns() {
  const lines = new Map<string, Line>();

  function leave(key: string, line: Line): void {
    if (line.running === 0 && line.waiting === 0) lines.delete(key);
  }

  return {
    /** Counts by `count`, which answers how many seconds to wait; 0 when it may begin, and then `end` must follow. */
    take: async (key: string, count: () => Promise<number>): Promise<number> => {
      const line = lines.get(key) ?? createLine();
      lines.set(key, line);
      if (line.waiting >= MOST_WAITING) return 1;
      line.waiting += 1;
      const until = performance.now() + PATIENCE;
      const mine = line.last.then(() => ask(line, until, count));
      line.last = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        line.waiting -= 1;
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
    // Who ended while we asked may have made room.
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
