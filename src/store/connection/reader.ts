import { setTimeout as sleep } from 'node:timers/promises';
import { toQueryRunner, type Connections, type SharedConnections } from './connection.ts';
import { errorCode } from './errors.ts';
import type { DatabaseLog, Pool } from './pool.ts';
import { AllInUse, type Share } from './shares.ts';

/** The state of the replica. `lag`: how old its data may be, in seconds; null when it does not answer. */
export type ReplicaState = { inUse: boolean; lag: number | null };

export type Reader = SharedConnections & {
  state(): ReplicaState;
  /** Something was written: from now on every read must include it. */
  noteChange(): void;
  close(): void;
};

/** Milliseconds between two checks of a replica nobody waits for, and until a failed one is asked again. */
const LOOK_EVERY = 5_000;
const LEAST_PAUSE = 20;

/**
 * Reads from the replica, but never data older than a change this server has made or heard of: the primary answers
 * until the replica has that change, and while the replica fails.
 */
export function openReader(main: Pool, replica: Pool, log: DatabaseLog): Reader {
  const closing = new AbortController();
  const { signal } = closing;
  /** Times by `performance.now()`: of the last change, and up to which the replica surely has everything. */
  const opened = performance.now();
  let changed = opened;
  let has = 0;
  let isDown = false;
  let wake = new AbortController();

  const isUsable = (): boolean => !isDown && has > changed;

  /** Checks until the replica has everything the primary had when this call began. */
  async function catchUp(): Promise<void> {
    const began = performance.now();
    const at = await main.value<string>('select pg_current_wal_lsn()::text');
    for (let pause = 10; !signal.aborted; pause = Math.min(1_000, pause * 2)) {
      const hasIt = await replica.value<boolean>(
        `select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn`,
        [at],
      );
      if (isDown) log.info('The read replica is available again.');
      isDown = false;
      if (hasIt) {
        has = began;
        return;
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await catchUp().catch(markDown);
      wake = new AbortController();
      const either = isDown ? signal : AbortSignal.any([signal, wake.signal]);
      const pause = !isDown && has <= changed ? LEAST_PAUSE : LOOK_EVERY;
      await sleep(pause, undefined, { signal: either }).catch(() => undefined);
    }
  }
  void follow();

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

  /** Asks the replica when it has what is needed, and the primary when it has not or the replica fails. */
  async function ask<T>(
    share: Share,
    longestWait: number | undefined,
    run: (connections: Connections) => Promise<T>,
  ): Promise<T> {
    if (isUsable()) {
      try {
        return await run(replica.for(share, longestWait));
      } catch (error) {
        const code = String(errorCode(error));
        if (error instanceof AllInUse || !failures.test(code)) throw error;
        // What is read next, such as the records of a file after their number, may need what is missing too.
        if (behind.test(code)) noteChange();
        else markDown(error);
      }
    }
    return await run(main.for(share, longestWait));
  }

  const connectionsOf = (share: Share, longestWait?: number): Connections => {
    const on = <T>(run: (connections: Connections) => Promise<T>) => ask(share, longestWait, run);
    return {
      ...toQueryRunner((text, values) => on((from) => from.query(text, values))),
      run: (statement) => on((from) => from.run(statement)),
      readPage: (statement, shape) => on((from) => from.readPage(statement, shape)),
      begin: (options) => on((from) => from.begin(options)),
      transaction: (run, options) => on((from) => from.transaction(run, options)),
    };
  };

  return {
    ...connectionsOf('ordinary'),
    for: connectionsOf,
    turn: (share) => (isUsable() ? replica : main).turn(share),
    state: () => ({
      inUse: isUsable(),
      lag: isDown ? null : isUsable() ? 0 : (performance.now() - Math.max(has, opened)) / 1_000,
    }),
    noteChange,
    close: () => closing.abort(),
  };
}

/** Errors of a replica that is behind, or is just removing what was read: tables of a new descriptor, deleted rows. */
const behind = /^(42P01|42703|42883|40001)$/;
const failures =
  /^(08...|57P0.|53...|58...|42P01|42703|42883|40001|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
