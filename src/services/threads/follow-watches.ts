import { mayDo, mayRead } from '../../descriptor/access.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import { findView } from '../../store/system/preferences/views.ts';
import type { ThreadReader } from '../../store/system/threads/seen-threads.ts';
import { listViewWatches } from '../../store/system/threads/watches.ts';
import { queryContext } from '../acting.ts';
import type { QueryRunner } from '../../store/store.ts';
import { announceInbox } from '../../store/system/threads/threads.ts';
import {
  addWatched,
  claimUnseen,
  findInView,
  findWatched,
  watchersOf,
} from '../../store/system/threads/watch-work.ts';
import { findPerson, type Seeing, threadReader } from './reader.ts';

/** Nobody waits for it, and an import can be long. */
const TIMEOUT = 60_000;

/**
 * Enters what has changed since the last time into the inboxes of those who watch it and may see it now. One server does
 * this at a time. It stores a whole round or nothing, so the inbox gets no entry twice.
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
      // Nothing is known of how many changes there are, and a plan for one takes a minute for thousands.
      await sql.query('set local enable_nestloop = off');
      const unseen = await claimUnseen(sql);
      if (!unseen) return;
      const told: string[] = [];
      for (const { person } of await watchersOf(sql, unseen, descriptor.resources.values())) {
        const seeing = await findPerson({ sql, descriptor }, person);
        if (!seeing) continue;
        const reader = threadReader(seeing);
        const found = await findWatched(sql, unseen, { reader, person });
        for (const view of await findViews(sql, seeing, reader))
          found.push(...(await findInView(sql, unseen, { reader, person, ...view })));
        for (const each of found) await addWatched(sql, { reader, person }, each);
        if (found.length > 0) told.push(person);
      }
      if (told.length > 0) await announceInbox(sql, told);
    },
    { timeout: TIMEOUT },
  );
}

/** The saved views that somebody watches and may use as they are now; without those whose filter they may not use. */
async function findViews(sql: QueryRunner, seeing: Seeing, { records, viewer }: ThreadReader) {
  const { descriptor, role, user } = seeing;
  const names = records.map(({ resource }) => resource.name);
  const watches = await listViewWatches(sql, user._id, names);
  const views = await Promise.all(
    watches.map(async (watch) => {
      const of = descriptor.resources.get(watch.resource);
      const stored = await findView(sql, viewer, watch.view);
      if (!of || !stored || stored.settings.q || !mayDo(descriptor, role, of, 'list')) return [];
      const context = queryContext({ descriptor, role, user }, of);
      const read = parseWhere({ ...context, where: stored.settings.where ?? {} });
      if ('problems' in read) return [];
      // A field that they chose may be hidden from them since.
      const fields = watch.fields.filter((name) => mayRead(descriptor, role, of, name));
      return [{ ...watch, fields, of, filter: 'filter' in read ? read.filter : undefined }];
    }),
  );
  return views.flat();
}
