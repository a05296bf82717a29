import { lacksReferences } from './write-problems.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { Connection } from '../../connection/connection.ts';
import type {
  Actor,
  ManyOutcome,
  ManyWrite,
  Restriction,
  Store,
  StoredRecord,
  WriteFailure,
} from '../../store.ts';
import type { TrashOptions, TrashRestore } from '../../trash-options.ts';
import { findClearings, findReplacements } from './trash-obstacles.ts';
import { type Returning, toWrite, type Trashed } from './trash-write.ts';

export type TrashContext = {
  /** The store and the connection of one transaction. */
  store: Store;
  sql: Connection;
  descriptor: Descriptor;
  resource: Resource;
  restriction: Restriction | undefined;
};

/**
 * Brings back deleted records, checked by today's rules, with the `_id`s and the first stamps they had. They leave the
 * trash.
 */
export async function restoreTrashed(
  context: TrashContext,
  restores: readonly TrashRestore[],
  by: Actor,
  options: TrashOptions = {},
): Promise<ManyOutcome[]> {
  const { sql, store, descriptor, resource } = context;
  const trashed = await takeTrashed(context, restores);
  const moment = { now: new Date(), userId: by.userId, timeZone: resource.timeZone };
  const outcomes = new Map<TrashRestore, ManyOutcome>();
  const writes = new Map<TrashRestore, ManyWrite>();
  const all: Return = {
    returning: new Map(),
    writes,
    outcomes,
    check: (one) => toWrite(resource, one, options.values ?? {}, { by, moment }),
  };
  for (const restore of restores) {
    const entry = trashed.get(restore.id) ?? notInTrash;
    // Each record comes back once.
    trashed.delete(restore.id);
    if ('failure' in entry) outcomes.set(restore, entry);
    else {
      const one = { ...restore, trashed: entry, replaced: {} };
      all.returning.set(restore, one);
      checkReturn(all, restore, one);
    }
  }
  const place = { connection: sql, descriptor, resource };
  await removeObstacles(all, place, options);
  const written = await writeAll(store, resource, [...writes.values()], by);
  for (const [restore, write] of writes) outcomes.set(restore, requireEntry(written, write));
  await leaveTrash(
    sql,
    resource,
    [...written].flatMap(([{ id }, outcome]) => ('failure' in outcome ? [] : [id])),
  );
  return restores.map((restore) => requireEntry(outcomes, restore));
}

/** What is known about the records of a call so far: each has a write, or the outcome that it cannot come back. */
type Return = {
  returning: Map<TrashRestore, Returning>;
  writes: Map<TrashRestore, ManyWrite>;
  outcomes: Map<TrashRestore, ManyOutcome>;
  check: (one: Returning) => ManyWrite | WriteFailure;
};

function checkReturn(
  { writes, outcomes, check }: Return,
  restore: TrashRestore,
  one: Returning,
): void {
  const made = check(one);
  if ('failure' in made) {
    outcomes.set(restore, made);
    writes.delete(restore);
  } else writes.set(restore, made);
}

async function removeObstacles(
  all: Return,
  place: Parameters<typeof findClearings>[0],
  { values, clear, also }: TrashOptions,
): Promise<void> {
  if (values) await replaceValues(all, (open) => findReplacements(place, open, values, also));
  // After the values: with them, a record may come back to which others refer.
  if (clear) await replaceValues(all, (open) => findClearings(place, open, clear, also));
}

/** Rules hold for the new values too, and a record that breaks them is missing for those that refer to it. */
async function replaceValues(
  all: Return,
  find: (writes: ManyWrite[]) => ReturnType<typeof findClearings>,
): Promise<void> {
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    const replacements = await find([...all.writes.values()]);
    for (const [restore, one] of all.returning) {
      const write = all.writes.get(restore);
      const news = Object.entries((write && replacements.get(write)) ?? {}).filter(
        ([name, value]) => !isSameJson(one.replaced[name], value),
      );
      if (news.length === 0) continue;
      Object.assign(one.replaced, Object.fromEntries(news));
      hasChanged = true;
      checkReturn(all, restore, one);
    }
  }
}

const notInTrash: WriteFailure = { failure: 'refused', problems: [problem('S019', '')] };

/** Locks them, so that nobody else restores them or lets go of them. Those that the caller may not see are missing. */
async function takeTrashed(
  { sql, store, restriction, resource }: TrashContext,
  restores: readonly TrashRestore[],
): Promise<Map<string, Trashed | WriteFailure>> {
  const rows = await sql.rows<Trashed & { id: string }>(
    `select t.record_id as id, h.before as record, h.version, coalesce(h.erased, '{}') as erased
       from backoffice.trash t join backoffice.history h on h.seq = t.seq
      where t.resource = $1 and t.record_id = any($2::text[]) order by t.record_id for update of t`,
    [resource.name, [...new Set(restores.map(({ id }) => id))]],
  );
  const limits = restriction?.rowsOf(resource);
  const settled = (filter: Filter | undefined) =>
    filter &&
    store.settle(
      resource,
      filter,
      rows.map(({ record }) => record),
    );
  const mine = { see: await settled(limits?.see), delete: await settled(limits?.delete) };
  const isIn = (record: StoredRecord, which: keyof typeof mine) =>
    mine[which] === undefined || evaluateFilter(mine[which], record);
  const caller = restriction
    ? callerParams(restriction.descriptor, restriction.role)
    : { role: '' };
  const notTheirs = problem('A012', '', caller);
  return new Map(
    rows
      .filter(({ record }) => isIn(record, 'see'))
      .map(({ id, ...trashed }) => [
        id,
        isIn(trashed.record, 'delete') ? trashed : { failure: 'refused', problems: [notTheirs] },
      ]),
  );
}

/** Roles with limits write one record after the other, so some wait for a record that comes later. */
async function writeAll(
  store: Store,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Promise<Map<ManyWrite, ManyOutcome>> {
  const outcomes = new Map<ManyWrite, ManyOutcome>();
  let waiting = writes;
  for (let before = -1; waiting.length !== before && waiting.length > 0;) {
    before = waiting.length;
    const written = await store.writeMany(resource, waiting, by);
    waiting.forEach((write, at) => outcomes.set(write, requireItem(written, at)));
    waiting = waiting.filter((write) => lacksReferences(requireEntry(outcomes, write)));
  }
  return outcomes;
}

async function leaveTrash(sql: Connection, { name }: Resource, ids: readonly string[]) {
  if (ids.length === 0) return;
  await sql.query(
    'delete from backoffice.trash where resource = $1 and record_id = any($2::text[])',
    [name, ids],
  );
}
