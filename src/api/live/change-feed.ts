import { setTimeout as sleep } from 'node:timers/promises';
import {
  announceChanges,
  CHANGES_CHANNEL,
  readChanges,
  readNow,
  type Changes,
} from '../../store/connection/changes.ts';
import type { ApiParts } from '../api-parts.ts';

/** Writes of so many milliseconds are told by one notice. */
const TOGETHER = 40;
/** Writes of commands, which give no notice, and notices that were lost are seen after so many. */
const LOOK_ANYWAY = 5_000;

/**
 * What is written, on whichever server, read from the history in batches and only while somebody
 * listens. A notice says only that there is something; what it is comes from the table, so
 * that a lost notice loses nothing.
 */
export function openChangeFeed({ database, descriptor, log }: ApiParts) {
  const hearers = new Set<(changes: Changes) => void>();
  let since: Promise<string> | undefined;
  let reading: Promise<void> | undefined;
  let again = false;
  let announcing = false;
  const timer = setInterval(look, LOOK_ANYWAY).unref();
  const listening = database.listen(CHANGES_CHANNEL, look);
  listening.catch((err: unknown) => log.warn({ err }, 'cannot listen for record changes'));

  function look(): void {
    if (hearers.size === 0) since = undefined;
    if (since === undefined) return;
    if (reading) {
      again = true;
      return;
    }
    reading = read()
      .catch((err: unknown) => log.warn({ err }, 'cannot read record changes'))
      .finally(() => {
        reading = undefined;
        if (!again) return;
        again = false;
        look();
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

  /** Of a place that is not known nothing can be told but that everything may be different. */
  async function readFrom(place: string): Promise<Changes> {
    const names = [...descriptor().resources.keys()];
    const read = await readChanges(database, names, place);
    // Only a database put back to an earlier state makes our own place unknown.
    return read ?? { changes: [], isCut: true, until: await readNow(database) };
  }

  async function announce(): Promise<void> {
    await sleep(TOGETHER);
    announcing = false;
    await announceChanges(database);
  }

  return {
    readFrom,
    /** Something was written here. */
    announce(): void {
      if (announcing) return;
      announcing = true;
      announce().catch((err: unknown) => log.warn({ err }, 'cannot publish record changes'));
    },
    /** Hears all that is committed from `since` on; the answer says where that is. */
    async start(heard: (changes: Changes) => void) {
      hearers.add(heard);
      since ??= readNow(database);
      // Of a failed beginning the next one must not inherit.
      since.catch(() => (since = undefined));
      return { since: await since, stop: () => void hearers.delete(heard) };
    },
    async close(): Promise<void> {
      clearInterval(timer);
      hearers.clear();
      const stop = await listening.catch(() => undefined);
      await stop?.();
      await reading;
    },
  };
}
