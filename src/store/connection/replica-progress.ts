import { setTimeout as sleep } from 'node:timers/promises';
import { isBehind, isOfThisServer } from './errors.ts';
import type { DatabaseLog, Pool } from './pool.ts';
import { PrimaryLeft, type PrimaryWatch } from './primary-watch.ts';
import { AllInUse } from './shares.ts';

export type ReplicaProgress = {
  /** Whether the replica has all changes that this server made or heard of. */
  isUsable(): boolean;
  /** Whether it has all that was confirmed, and the primary does not answer. */
  takesOver(): boolean;
  /** Whether the replica was promoted, until another one is found: both addresses lead to one server. */
  isOnPrimary(): boolean;
  /** How old its data may be, in seconds; null when it does not answer. */
  lag(): number | null;
  /** Something was written: from now on the replica is usable only when it has that. */
  noteChange(): void;
  /** A read failed there; throws an error that the primary would answer too. */
  noteFailure(error: unknown): void;
  /** The primary answers or is silent: looks at once. */
  wake(): void;
  close(): void;
};

/** Milliseconds between two checks of a replica nobody waits for, and until a failed one is asked again. */
const LOOK_EVERY = 5_000;
const LEAST_PAUSE = 20;

/** The same while the primary does not answer: for a replica that lacks something, and for the primary. */
const TAKE_OVER_PAUSE = 100;

/** Milliseconds between two questions whether the replica has caught up, or the primary answers again. */
const LONGEST_PAUSE = 1_000;

/** Milliseconds until a better replica is looked for: than one that stays behind, or was promoted. */
const REVIEW_EVERY = 10_000;

const ABOUT = `pg_is_in_recovery() as "isStandby"`;

const HAS_POSITION = `select ${ABOUT}, not pg_is_in_recovery()
  or pg_last_wal_replay_lsn() - '0/0'::pg_lsn >= $1::numeric as has`;

/** Without the primary, nothing newer exists than what the replica has received. A restarted one has received nothing. */
const HAS_ALL_RECEIVED = `select ${ABOUT}, not pg_is_in_recovery()
  or coalesce(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), true) as has`;

/** Follows how far the replica is: behind a primary that answers, and without one. */
export function followReplica(
  replica: Pool,
  primary: PrimaryWatch,
  log: DatabaseLog,
): ReplicaProgress {
  const closing = new AbortController();
  const { signal } = closing;
  /** Times by `performance.now()`: of the last change, and up to which the replica surely has everything. */
  const opened = performance.now();
  let changed = opened;
  let has = 0;
  /** On which of the servers it was found to have that: by how often the connections had moved. */
  let hasMoves = 0;
  let isDown = false;
  let isOnPrimary = false;
  let reviewed = opened;
  let wake = new AbortController();

  const isUsable = (): boolean => !isDown && has > changed && hasMoves === replica.moves();
  /** What the replica had before the primary went silent may lack changes that we did not hear of. */
  const takesOver = (): boolean => !primary.isUp() && isUsable() && has > primary.silentSince();

  /** Checks until the replica has everything that was written when this call began. */
  async function catchUp(): Promise<void> {
    const moves = replica.moves();
    const position = await primary.position();
    if (!position) return await catchUpAlone();
    for (let pause = 10; !signal.aborted; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
      const { has: hasIt, isStandby } = await askReplica(HAS_POSITION, position.at);
      isOnPrimary = !isStandby;
      if (!hasIt || isOnPrimary) await review();
      if (hasIt) return noteCaughtUp(position.began, moves);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      // What the primary had not sent before it went will never come.
      if (!primary.isUp() || (pause === LONGEST_PAUSE && !(await primary.position()))) return;
    }
  }

  /**
   * Without the primary, the newest standby has all that was confirmed, if a commit waits for one of them. If not, or if
   * some do not answer, this waits until the primary surely makes no more changes.
   */
  async function catchUpAlone(): Promise<void> {
    const began = performance.now();
    const newest = await replica.moveToNewest(primary.host());
    if (newest) isOnPrimary = false;
    const moves = replica.moves();
    const isSure = newest?.isSure === true && primary.isSynchronous();
    if (!isSure && !primary.isGone()) return;
    const [text, ...values] = newest ? [HAS_POSITION, newest.received] : [HAS_ALL_RECEIVED];
    while (!signal.aborted && !primary.isUp()) {
      if ((await askReplica(text, ...values)).has) return noteCaughtUp(began, moves);
      await sleep(LEAST_PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  const askReplica = (text: string, ...values: unknown[]) =>
    replica.only<{ has: boolean; isStandby: boolean }>(text, values);

  function noteCaughtUp(at: number, moves: number): void {
    if (moves !== replica.moves()) return;
    if (isDown) log.info('The read replica is available again.');
    isDown = false;
    if (moves !== hasMoves) has = 0;
    hasMoves = moves;
    has = Math.max(has, at);
    if (takesOver()) primary.release();
  }

  async function review(): Promise<void> {
    if (performance.now() < reviewed + REVIEW_EVERY) return;
    reviewed = performance.now();
    if (await replica.moveToNewest(primary.host())) isOnPrimary = false;
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await catchUp().catch(markDown);
      wake = new AbortController();
      const either = AbortSignal.any([signal, wake.signal]);
      await sleep(pauseNow(), undefined, { signal: either }).catch(() => undefined);
    }
  }
  void follow();

  function pauseNow(): number {
    if (!primary.isUp()) return takesOver() ? LONGEST_PAUSE : TAKE_OVER_PAUSE;
    return !isDown && has <= changed ? LEAST_PAUSE : LOOK_EVERY;
  }

  function noteChange(): void {
    changed = performance.now();
    if (!isDown) wake.abort();
  }

  /** Throws an error that the primary would answer too. */
  function noteFailure(error: unknown): void {
    if (error instanceof AllInUse || !isOfThisServer(error)) throw error;
    // What is read next, such as the records of a file after their number, may need what is missing too.
    if (isBehind(error)) noteChange();
    else if (!(error instanceof PrimaryLeft)) markDown(error);
  }

  function markDown(error: unknown): void {
    if (!isDown && !signal.aborted)
      log.warn(
        `The read replica is unavailable; the server uses the primary instead: ${String(error)}`,
      );
    isDown = true;
    if (!primary.isUp()) wake.abort();
  }

  return {
    isUsable,
    takesOver,
    isOnPrimary: () => isOnPrimary,
    lag() {
      if (isDown) return null;
      return isUsable() ? 0 : (performance.now() - Math.max(has, opened)) / 1_000;
    },
    noteChange,
    noteFailure,
    wake: () => wake.abort(),
    close: () => closing.abort(),
  };
}
