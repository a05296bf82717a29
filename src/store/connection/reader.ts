import { setTimeout as sleep } from 'node:timers/promises';
import { toQueryRunner, type Connections, type SharedConnections } from './connection.ts';
import { isGone } from './errors.ts';
import type { DatabaseLog, Pool } from './pool.ts';
import { watchPrimary } from './primary-watch.ts';
import { followReplica } from './replica-progress.ts';
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

/** Milliseconds that a read waits for another server when its own has gone. */
const TAKE_OVER = 8_000;

/** Milliseconds between two looks whether it can. */
const PAUSE = 20;

type ReaderParts = { main: Pool; replica: Pool; connect: () => TimedClient };

/**
 * Reads from the replica, but never data older than a change this server has made or heard of: the primary answers
 * until the replica has that change, and while the replica fails. While the primary does not answer, everything that
 * only reads comes from the replica, once it shows all that was confirmed.
 */
export function openReader({ main, replica, connect }: ReaderParts, log: DatabaseLog): Reader {
  let isClosed = false;
  const primary = watchPrimary(connect, log, () => progress.wake());
  const progress = followReplica(replica, primary, log);
  const { isUsable, takesOver, noteChange } = progress;

  /**
   * Waits until a read whose primary failed can be asked again: one connection may break while the primary goes on,
   * otherwise the replica must be found to have everything.
   */
  async function isMended(until: number): Promise<boolean> {
    while (!isClosed && performance.now() < until) {
      await sleep(PAUSE);
      if (primary.isUp() ? await primary.position().catch(() => undefined) : takesOver())
        return true;
    }
    return false;
  }

  /** Asks the one that comes first, and the other when that one lacks what is needed or fails. */
  async function ask<T>(
    isFirst: () => boolean,
    [share, longestWait]: [Share, number | undefined],
    run: (connections: Connections) => Promise<T>,
    { guard = primary.guard, drop }: Manner<T> = {},
  ): Promise<T> {
    let until = Infinity;
    for (;;) {
      const hasFailed = until < Infinity;
      if (hasFailed ? isUsable() : isFirst()) {
        try {
          const moves = replica.moves();
          const result = run(replica.for(share, longestWait));
          const answer = await (progress.isOnPrimary() ? guard(result) : result);
          if (moves === replica.moves()) return answer;
          // The connections moved to another standby, which may lack what this one had.
          drop?.(answer);
          continue;
        } catch (error) {
          progress.noteFailure(error);
        }
      }
      try {
        return await guard(run(main.for(share, longestWait)));
      } catch (error) {
        if (!isGone(error) && (primary.isUp() || !(error instanceof AllInUse))) throw error;
        until = Math.min(until, performance.now() + TAKE_OVER);
        if (!(await isMended(until))) throw error;
      }
    }
  }

  /** A transaction that begins when nobody waits for it any more ends. */
  function guardBegin(begun: Promise<Transaction>): Promise<Transaction> {
    let isLeft = false;
    begun.then((late) => isLeft && rollBack(late)).catch(() => undefined);
    return primary.guard(begun).catch((error: unknown) => {
      isLeft = true;
      throw error;
    });
  }

  function createConnections(isFirst: () => boolean): SharedConnections {
    const connectionsOf = (share: Share, longestWait?: number): Connections => {
      const on = <T>(run: (connections: Connections) => Promise<T>, manner?: Manner<T>) =>
        ask(isFirst, [share, longestWait], run, manner);
      return {
        ...toQueryRunner((text, values) => on((from) => from.query(text, values))),
        run: (statement) => on((from) => from.run(statement)),
        readPage: (statement, shape) => on((from) => from.readPage(statement, shape)),
        begin: (options) =>
          on((from) => from.begin(options), { guard: guardBegin, drop: rollBack }),
        // It may have effects here, so it runs on one server at a time.
        transaction: (run, options) =>
          on((from) => from.transaction(run, options), { guard: (answer) => answer }),
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
    primaryOrReplica: createConnections(takesOver),
    state: () => ({ inUse: isUsable(), lag: progress.lag() }),
    noteChange,
    close() {
      isClosed = true;
      progress.close();
      primary.close();
    },
  };
}

/** How to wait for an answer of the primary, and what to do with one that comes too late. */
type Manner<T> = { guard?: (answer: Promise<T>) => Promise<T>; drop?: (answer: T) => void };

type Transaction = Awaited<ReturnType<Connections['begin']>>;

function rollBack({ end }: Transaction): void {
  end('rollback').catch(() => undefined);
}
