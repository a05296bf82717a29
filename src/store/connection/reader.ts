import { setTimeout as sleep } from 'node:timers/promises';
import { toQueryRunner, type Connections, type SharedConnections } from './connection.ts';
import { addErrorCode, errorCode } from './errors.ts';
import type { DatabaseLog, Pool } from './pool.ts';
import { AllInUse, type Share } from './shares.ts';
import type { TimedClient } from './timed-client.ts';

/** The state of the replica. `lag`: how old its data may be, in seconds; null when it does not answer. */
export type ReplicaState = { inUse: boolean; lag: number | null };

export type Reader = SharedConnections & {
  /** The primary; while it does not answer, the replica. */
  primaryOrReplica: SharedConnections;
  state(): ReplicaState;
  /** Something was written: from now on every read must include it. */
  noteChange(): void;
  close(): void;
};

/** Milliseconds between two checks of a replica nobody waits for, and until a failed one is asked again. */
const LOOK_EVERY = 5_000;
const LEAST_PAUSE = 20;

/** Milliseconds between two questions whether the replica has caught up, or the primary answers again. */
const LONGEST_PAUSE = 1_000;

/** Milliseconds that a read waits for the replica when the primary has just gone. */
const TAKE_OVER = 6_000;

/** Milliseconds the primary has to tell its position. */
const PULSE = 1_000;

const HAS_POSITION = `select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn`;

/** Without the primary, nothing newer exists than what the replica has received. A restarted one has received nothing. */
const HAS_ALL_RECEIVED = `select not pg_is_in_recovery()
  or coalesce(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), true)`;

type ReaderParts = { main: Pool; replica: Pool; connect: () => TimedClient };

/**
 * Reads from the replica, but never data older than a change this server has made or heard of: the primary answers
 * until the replica has that change, and while the replica fails. While the primary does not answer, everything that
 * only reads comes from the replica, once it shows all it has received.
 */
export function openReader({ main, replica, connect }: ReaderParts, log: DatabaseLog): Reader {
  const closing = new AbortController();
  const { signal } = closing;
  /** Times by `performance.now()`: of the last change, and up to which the replica surely has everything. */
  const opened = performance.now();
  let changed = opened;
  let has = 0;
  let isDown = false;
  let isPrimaryDown = false;
  let primaryGone = Promise.withResolvers<void>();
  let pulse: Promise<TimedClient> | undefined;
  let wake = new AbortController();

  const isUsable = (): boolean => !isDown && has > changed;

  /** Checks until the replica has everything that was written when this call began. */
  async function catchUp(): Promise<void> {
    const began = performance.now();
    const at = await readPosition().catch(markPrimaryDown);
    if (at !== undefined) markPrimaryUp();
    for (let pause = 10; !signal.aborted; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      const hasIt =
        at === undefined
          ? await replica.value<boolean>(HAS_ALL_RECEIVED)
          : await replica.value<boolean>(HAS_POSITION, [at]);
      if (isDown) log.info('The read replica is available again.');
      isDown = false;
      if (hasIt) {
        has = began;
        return;
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      // What the primary had not sent before it went will never come.
      if (at === undefined || pause < LONGEST_PAUSE) continue;
      if ((await readPosition().catch(markPrimaryDown)) === undefined) return;
    }
  }

  /** Asks on a connection of its own, which waits for no other work: silence on it means that the primary is gone. */
  async function readPosition(): Promise<string> {
    pulse ??= openPulse(connect);
    try {
      const { rows } = await (await pulse).query('select pg_current_wal_lsn()::text as at');
      return rows[0].at;
    } catch (error) {
      closePulse();
      throw addErrorCode(error);
    }
  }

  function closePulse(): void {
    pulse?.then((client) => client.destroy()).catch(() => undefined);
    pulse = undefined;
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await catchUp().catch(markDown);
      wake = new AbortController();
      const either = isDown ? signal : AbortSignal.any([signal, wake.signal]);
      await sleep(pauseNow(), undefined, { signal: either }).catch(() => undefined);
    }
  }
  void follow();

  function pauseNow(): number {
    if (isPrimaryDown) return LONGEST_PAUSE;
    return !isDown && has <= changed ? LEAST_PAUSE : LOOK_EVERY;
  }

  function markPrimaryDown(error: unknown): undefined {
    if (!isGone(error)) throw error;
    if (!isPrimaryDown && !signal.aborted)
      log.warn(
        `The primary does not answer; the server reads from the replica instead: ${String(error)}`,
      );
    isPrimaryDown = true;
    primaryGone.resolve();
  }

  function markPrimaryUp(): void {
    if (!isPrimaryDown) return;
    log.info('The primary answers again.');
    isPrimaryDown = false;
    primaryGone = Promise.withResolvers();
  }

  /**
   * Whether the replica can answer instead of the primary that failed with this error. One connection may break while
   * the primary goes on, so this waits until the replica is found to have everything.
   */
  async function takesOver(error: unknown): Promise<boolean> {
    if (!isGone(error)) return false;
    if (!isPrimaryDown) noteChange();
    const until = performance.now() + TAKE_OVER;
    while (!isUsable() && !signal.aborted && performance.now() < until) await sleep(LEAST_PAUSE);
    return isUsable();
  }

  function noteChange(): void {
    changed = performance.now();
    wake.abort();
  }

  function markDown(error: unknown): void {
    if (!isDown && !signal.aborted)
      log.warn(
        `The read replica is unavailable; the server uses the primary instead: ${String(error)}`,
      );
    isDown = true;
  }

  /** Asks the one that comes first, and the other when that one lacks what is needed or fails. */
  async function ask<T>(
    isFirst: () => boolean,
    [share, longestWait]: [Share, number | undefined],
    run: (connections: Connections) => Promise<T>,
    mayLeave = false,
  ): Promise<T> {
    const onReplica = () => run(replica.for(share, longestWait));
    if (isFirst()) {
      try {
        return await onReplica();
      } catch (error) {
        const code = String(errorCode(error));
        if (error instanceof AllInUse || !failures.test(code)) throw error;
        // What is read next, such as the records of a file after their number, may need what is missing too.
        if (behind.test(code)) noteChange();
        else markDown(error);
      }
    }
    try {
      const answer = run(main.for(share, longestWait));
      return await (mayLeave ? Promise.race([answer, primaryGone.promise.then(leave)]) : answer);
    } catch (error) {
      if (!(await takesOver(error))) throw error;
      return await onReplica();
    }
  }

  function createConnections(isFirst: () => boolean): SharedConnections {
    const connectionsOf = (...share: [Share, number?]): Connections => {
      const on = <T>(run: (connections: Connections) => Promise<T>, mayLeave = false) =>
        ask(isFirst, [share[0], share[1]], run, mayLeave);
      return {
        ...toQueryRunner((text, values) => on((from) => from.query(text, values), true)),
        run: (statement) => on((from) => from.run(statement), true),
        readPage: (statement, shape) => on((from) => from.readPage(statement, shape), true),
        begin: (options) => on((from) => from.begin(options)),
        transaction: (run, options) => on((from) => from.transaction(run, options)),
      };
    };
    return {
      ...connectionsOf('ordinary'),
      for: connectionsOf,
      turn: (share) => (isFirst() ? replica : main).turn(share),
    };
  }

  return {
    ...createConnections(isUsable),
    primaryOrReplica: createConnections(() => isPrimaryDown && isUsable()),
    state: () => ({
      inUse: isUsable(),
      lag: isDown ? null : isUsable() ? 0 : (performance.now() - Math.max(has, opened)) / 1_000,
    }),
    noteChange,
    close() {
      closing.abort();
      closePulse();
    },
  };
}

async function openPulse(connect: () => TimedClient): Promise<TimedClient> {
  const client = connect();
  await client.connect();
  client.limit = PULSE;
  return client;
}

/** Ends the wait for a primary that others found gone. */
function leave(): never {
  throw Object.assign(new Error('The primary does not answer'), { code: '08006' });
}

/** Errors of a replica that is behind, or is just removing what was read: tables of a new descriptor, deleted rows. */
const behind = /^(42P01|42703|42883|40001)$/;
const failures =
  /^(08...|57P0.|53...|58...|42P01|42703|42883|40001|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of a server that is not there: it was stopped or left, or none of several is as needed. */
const gone =
  /^(0800[1346]|57P0.|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

function isGone(error: unknown): boolean {
  return gone.test(String(errorCode(error)));
}
