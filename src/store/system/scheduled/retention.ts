import { type Resource, systemFields } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import { quoteName } from '../../connection/sql.ts';
import { forgetThreads } from '../threads/follow-records.ts';
import type { ScheduledTask } from './run-due-tasks.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
/** Few enough that writes never wait for a batch, however much there is to delete. */
const BATCH = 5_000;
const PATIENCE = { timeout: 60_000 };

/** The scheduled tasks that limit how long deleted records and earlier values are kept. */
export const retention: readonly ScheduledTask[] = [
  {
    name: 'old trash',
    everyMinutes: HOUR,
    run: ({ database, descriptor }) =>
      sumOf(descriptor.resources, (resource) => emptyOldTrash(database, resource)),
  },
  {
    // It reads the last change of every record, so it does not run more often.
    name: 'old history',
    everyMinutes: DAY,
    run: ({ database, descriptor }) =>
      sumOf(descriptor.resources, (resource) => removeOldHistory(database, resource)),
  },
  {
    name: 'decisions about deleted records',
    everyMinutes: DAY,
    run: ({ database, descriptor }) =>
      sumOf(descriptor.resources, (resource) => forgetGone(database, resource)),
  },
  {
    name: 'threads of deleted records',
    everyMinutes: DAY,
    run: ({ database, descriptor }) =>
      sumOf(descriptor.resources, ({ name }) => forgetThreads(database, name)),
  },
  {
    name: 'empty change sets',
    everyMinutes: DAY,
    run: ({ database }) =>
      database.transaction(async (sql) => (await sql.query(emptySets)).rowCount ?? 0, PATIENCE),
  },
];

/**
 * A call that names a set may still be on its way, and an import opens its set before its first row. A merge that was
 * undone and done again leads on by way of the sets between.
 */
const emptySets = `delete from backoffice.change_sets c where at < now() - interval '2 days'
  and not exists (select from backoffice.history h where h.change_set = c.id)
  and not exists (select from backoffice.change_sets u where u.undoes = c.id)
  and not exists (select from backoffice.jobs j where j.id = c.id and j.state = 'running')`;

async function sumOf(
  resources: ReadonlyMap<string, Resource>,
  run: (resource: Resource) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const resource of resources.values()) sum += await run(resource);
  return sum;
}

/** Forgets decisions about records that nobody can restore any more. */
async function forgetGone(database: Database, { name }: Resource): Promise<number> {
  const isGone = (id: string) =>
    `(not exists (select from ${quoteName(name)} t where t._id = ${id})
      and not exists (select from backoffice.trash t where t.resource = $1 and t.record_id = ${id}))`;
  const { rowCount } = await database.query(
    `delete from backoffice.distinct_pairs p where resource = $1 and (${isGone('p.first')} or ${isGone('p.second')})`,
    [name],
  );
  return rowCount ?? 0;
}

async function emptyOldTrash(database: Database, { name, trash }: Resource): Promise<number> {
  for (let sum = 0; ;) {
    const { rowCount } = await database.query(
      `delete from backoffice.trash where resource = $1 and record_id in (
         select record_id from backoffice.trash
          where resource = $1 and at <= now() - make_interval(days => $2::int) order by seq limit $3)`,
      [name, trash.days, BATCH],
    );
    sum += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return sum;
  }
}

/**
 * Deletes changes older than the resource keeps them. The last change of each record stays, because the next version
 * counts from it, but without the earlier values. What the trash needs stays whole.
 */
async function removeOldHistory(database: Database, { name, history }: Resource): Promise<number> {
  if (history.days === undefined) return 0;
  let after: [at: string, seq: string] = ['-infinity', '0'];
  for (let sum = 0; ;) {
    const done = await database.only<Done>(oldHistory, [name, history.days, BATCH, ...after]);
    sum += done.count;
    if (done.at === null || done.seq === null) return sum;
    after = [done.at, done.seq];
  }
}

/** How many changes were deleted or emptied, and where the batch ended; null after the last one. */
type Done = { count: number; at: string | null; seq: string | null };

const NO_VALUES = `'{${systemFields.join()}}'::text[]`;

const oldHistory = `with old as materialized (
    select h.seq, h.record_id, h.at from backoffice.history h
     where h.resource = $1 and h.at < now() - make_interval(days => $2::int)
       and (h.at, h.seq) > ($4::timestamptz, $5::bigint) order by h.at, h.seq limit $3),
  free as (
    select o.seq, exists (select from backoffice.history n
        where n.resource = $1 and n.record_id = o.record_id and n.seq > o.seq) as is_past
      from old o
     where not exists (select from backoffice.trash t where t.resource = $1 and t.seq = o.seq)),
  gone as (delete from backoffice.history h using free f where h.seq = f.seq and f.is_past returning 1),
  emptied as (
    update backoffice.history h set
      before = (select coalesce(jsonb_object_agg(e.key, e.value), '{}')
        from jsonb_each(h.before) e where e.key = any(${NO_VALUES})),
      after = case when h.after is not null then '{}'::jsonb end
      from free f where h.seq = f.seq and not f.is_past and h.before - ${NO_VALUES} <> '{}' returning 1)
  select ((select count(*) from gone) + (select count(*) from emptied))::int as count, l.at::text, l.seq::text
    from (select 1) one
    left join (select at, seq from old order by at desc, seq desc limit 1) l
      on (select count(*) from old) = $3`;
