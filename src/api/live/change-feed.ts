import { setTimeout as sleep } from 'node:timers/promises';
import {
  announceChanges,
  CHANGES_CHANNEL,
  readChanges,
  readChangePosition,
  type Changes,
} from '../../store/connection/changes.ts';
import type { ApiServices } from '../api-services.ts';
import { listen } from '../http/listen.ts';

/** One notice announces the writes of so many milliseconds. */
const TOGETHER = 40;
/** Writes of commands, which send no notice, and lost notices are noticed after so many milliseconds. */
const LOOK_ANYWAY = 5_000;

/**
 * Reads what is written on any server from the history, in batches and only while someone listens. A notice
 * only says that something was written; what it was comes from the table, so a lost notice loses nothing.
 */
export function openChangeFeed(services: ApiServices) {
  const { database, descriptor, log } = services;
  const hearers = new Set<(changes: Changes) => void>();
  let since: Promise<string> | undefined;
  let reading: Promise<void> | undefined;
  let isPending = false;
  let announcing = false;
  const timer = setInterval(readNews, LOOK_ANYWAY).unref();
  const stopListening = listen(services, CHANGES_CHANNEL, 'record changes', readNews);

  function readNews(): void {
    if (hearers.size === 0) since = undefined;
    if (since === undefined) return;
    if (reading) {
      isPending = true;
      return;
    }
    reading = read()
      .catch((err: unknown) => log.warn({ err }, 'cannot read record changes'))
      .finally(() => {
        reading = undefined;
        if (!isPending) return;
        isPending = false;
        readNews();
      });
  }

  async function read(): Promise<void> {
    const from = await since;
    if (from === undefined) return;
    const changes = await readFrom(from);
    since = Promise.resolve(changes.until);
    if (changes.changes.length === 0 && !changes.isCut) return;
    for (const heard of hearers) heard(changes);
  }

  /** The changes after a place in the history. If the place is unknown, anything may have changed. */
  async function readFrom(place: string): Promise<Changes> {
    const names = [...descriptor().resources.keys()];
    const answer = await readChanges(database, names, place);
    // Clients that hear of a change must not read it from a replica that lacks it.
    if (answer?.changes.length !== 0) database.noteChange();
    // Our own place is only unknown after the database was restored to an earlier state.
    return answer ?? { changes: [], isCut: true, until: await readChangePosition(database) };
  }

  async function announce(): Promise<void> {
    await sleep(TOGETHER);
    announcing = false;
    await announceChanges(database);
  }

  return {
    readFrom,
    /** Announces that something was written here. */
    announce(): void {
      if (announcing) return;
      announcing = true;
      announce().catch((err: unknown) => log.warn({ err }, 'cannot publish record changes'));
    },
    /** Calls `heard` with all that is committed after `since`, which it returns. */
    async start(heard: (changes: Changes) => void) {
      hearers.add(heard);
      since ??= readChangePosition(database);
      // The next call must not get a failed start.
      since.catch(() => (since = undefined));
      return { since: await since, stop: () => void hearers.delete(heard) };
    },
    async close(): Promise<void> {
      clearInterval(timer);
      hearers.clear();
      await stopListening();
      await reading;
    },
  };
}
