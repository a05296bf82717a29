import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import { announceInbox } from '../../store/system/threads/threads.ts';
import {
  addWatched,
  claimUnseen,
  findWatched,
  watchersOf,
} from '../../store/system/threads/watch-work.ts';
import { readerOfPerson } from './reader.ts';

/** Nobody waits for it, and an import can be long. */
const TIMEOUT = 60_000;

/**
 * Enters what has changed since the last time into the inboxes of those who watch it and may see it now. One server does
 * it at a time. Everything or nothing of a round is stored, so that nobody is told twice.
 */
export async function followWatches({
  database,
  descriptor,
}: {
  database: Database;
  descriptor: Descriptor;
}): Promise<void> {
  await database.transaction(
    async (sql) => {
      const unseen = await claimUnseen(sql);
      if (!unseen) return;
      const told: string[] = [];
      for (const { person } of await watchersOf(sql, unseen, descriptor.resources.values())) {
        const reader = await readerOfPerson({ sql, descriptor }, person);
        if (!reader) continue;
        const found = await findWatched(sql, unseen, { reader, person });
        for (const each of found) await addWatched(sql, person, each);
        if (found.length > 0) told.push(person);
      }
      if (told.length > 0) await announceInbox(sql, told);
    },
    { timeout: TIMEOUT },
  );
}
