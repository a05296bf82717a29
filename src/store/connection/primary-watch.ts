import type { Host } from './database-hosts.ts';
import { addErrorCode, isGone } from './errors.ts';
import type { DatabaseLog } from './pool.ts';
import type { TimedClient } from './timed-client.ts';

/** Where the log of the primary ended, in bytes; `began`: when it was asked, by `performance.now()`. */
type Position = { at: string; began: number };

export type PrimaryWatch = {
  /**
   * Asks the primary, and waits a second at most. Undefined while it does not answer; then it is asked again in the
   * background.
   */
  position(): Promise<Position | undefined>;
  isUp(): boolean;
  /** Its connection broke, or was silent for too long: it makes no change any more. */
  isGone(): boolean;
  /** Since when it has not answered; -Infinity while it does. */
  silentSince(): number;
  /** What it last said: whether a commit waits for a standby. */
  isSynchronous(): boolean;
  /** The server that answered last. */
  host(): Host | undefined;
  /** Waits for an answer of the primary until `release` is called; asks whether it is there when that takes long. */
  guard<T>(answer: Promise<T>): Promise<T>;
  /** Ends all waits: another server can answer. */
  release(): void;
  close(): void;
};

/** Milliseconds after which a read that waits makes us ask whether the primary is there. */
const PATIENCE = 250;

/** Milliseconds without an answer after which reads may leave the primary. */
const SILENCE = 1_000;

/** Milliseconds to read an answer that arrived while this process was busy. */
const LAST_LOOK = 50;

/** Milliseconds a statement has there; the client gives up its connection a little later. */
const PULSE = 1_000;

const ASK = `select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as at,
  current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_apply') as "isSynchronous"`;

/**
 * Watches whether the primary answers, on a connection of its own, which waits for no other work. It asks when the
 * reader needs a position and when a read waits, so an idle server asks nothing.
 */
export function watchPrimary(
  connect: () => TimedClient,
  log: DatabaseLog,
  changed: () => void,
): PrimaryWatch {
  let pulse: Promise<TimedClient> | undefined;
  /** The position, or undefined as soon as the primary is silent. */
  let position: Promise<Position | undefined> | undefined;
  let state: 'up' | 'silent' | 'gone' = 'up';
  let since = -Infinity;
  let isSynchronous = false;
  let host: Host | undefined;
  let isClosed = false;
  const reads = new Set<Read>();
  let timer: NodeJS.Timeout | undefined;

  /** One question at a time: a second one would wait for the answer to the first. */
  function ask(): Promise<Position | undefined> {
    if (position) return position;
    const began = performance.now();
    const silence = Promise.withResolvers<undefined>();
    const markSilent = (): void => {
      mark('silent', began, 'no answer in time');
      silence.resolve(undefined);
    };
    let late = setTimeout(() => (late = setTimeout(markSilent, LAST_LOOK)), SILENCE - LAST_LOOK);
    const answer = readPosition(began).finally(() => {
      clearTimeout(late);
      position = undefined;
    });
    position = Promise.race([answer, silence.promise]);
    return position;
  }

  async function readPosition(began: number): Promise<Position | undefined> {
    try {
      pulse ??= openPulse(connect);
      const client = await pulse;
      host = { host: client.host, port: client.port };
      const { rows } = await client.query(ASK);
      isSynchronous = rows[0].isSynchronous;
      mark('up');
      return { at: rows[0].at, began };
    } catch (error) {
      closePulse();
      if (!isGone(addErrorCode(error))) throw error;
      mark('gone', began, String(error));
      return undefined;
    }
  }

  function mark(now: typeof state, began = -Infinity, reason = ''): void {
    if (isClosed || state === now) return;
    const before = state;
    state = now;
    if (before === 'up') {
      since = began;
      log.warn(`The primary does not answer; the server reads from the replica instead: ${reason}`);
    } else if (now === 'up') {
      since = -Infinity;
      log.info('The primary answers again.');
    }
    changed();
  }

  function closePulse(): void {
    pulse?.then((client) => client.destroy()).catch(() => undefined);
    pulse = undefined;
  }

  // One timer for many reads: one for each would cost a part of a short read.
  function check(): void {
    timer = undefined;
    const [first] = reads;
    if (!first || isClosed) return;
    const left = first.since + PATIENCE - performance.now();
    if (left <= 0) ask().catch(() => undefined);
    timer = setTimeout(check, Math.max(left, PATIENCE)).unref();
  }

  return {
    async position() {
      const answer = ask();
      if (state === 'up') return await answer;
      answer.catch(() => undefined);
      return undefined;
    },
    isUp: () => state === 'up',
    isGone: () => state === 'gone',
    silentSince: () => since,
    isSynchronous: () => isSynchronous,
    host: () => host,
    guard(answer) {
      return new Promise((resolve, reject) => {
        const read: Read = { since: performance.now(), leave: reject };
        reads.add(read);
        timer ??= setTimeout(check, PATIENCE).unref();
        const end = () => reads.delete(read);
        answer.then(resolve, reject).finally(end);
      });
    },
    release() {
      for (const { leave } of reads) leave(new PrimaryLeft());
      reads.clear();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      closePulse();
    },
  };
}

/** Another server can answer instead of the primary. The code is PostgreSQL's for a connection that failed. */
export class PrimaryLeft extends Error {
  readonly code = '08006';

  constructor() {
    super('The primary does not answer');
  }
}

type Read = { since: number; leave(error: Error): void };

async function openPulse(connect: () => TimedClient): Promise<TimedClient> {
  const client = connect();
  await client.connect();
  client.limit = PULSE;
  return client;
}
