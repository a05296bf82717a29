import type { WatchedChange } from '../../../contract/people/threads.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { createParams, quoteName, quoteText } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { toFilterSql } from '../../records/sql/conditions.ts';
import { createSqlScope } from '../../records/sql/scope.ts';
import { CHANGED, PAST, pastTables } from '../../records/past/past-source.ts';
import { OWN } from '../../schema/place.ts';
import { afterThis } from '../webhooks/resume-webhooks.ts';
import { addEntries, MOST_KNOWN } from './inbox.ts';
import type { ViewWatch } from './watches.ts';
import { rightsTo, seenChanges, type ThreadReader } from './seen-threads.ts';

/** The part of the history that nobody has looked at: the transactions between two snapshots. */
export type Unseen = { since: string; until: string };

/** The changes between the snapshots, and the creators of their records. */
const newsOf = (resources: Iterable<Resource>): string => {
  const all = [...resources];
  const names = all.map(({ name }) => quoteText(name)).join(', ');
  const creators = all.map(
    ({ name }) =>
      `when ${quoteText(name)} then (select r."createdBy" from ${quoteName(name)} r where r._id = h.record_id)`,
  );
  return `news as materialized (
    select h.*, case h.resource ${creators.join(' ')} end as creator
    from backoffice.history h where h.resource in (${names}) and h.operation <> 'delete'
      and h.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(h.xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(h.xid, $2::pg_snapshot))`;
};

const isNew = `h.operation = 'create' and h.version = 1`;

/** The condition that a watch `w` is about a change `h`. A person's own changes do not count. */
const isWatched = `(w.resource = h.resource and (w.record = h.record_id or w.record is null and w.view is null and ${isNew})
    or w.resource is null and w.thread is null and h.creator = w.person)
  and h.at >= w.created_at and h.by is distinct from w.person`;

/** Takes the next part of the history, for this transaction; undefined while another server has it. */
export async function claimUnseen(sql: QueryRunner): Promise<Unseen | undefined> {
  // The snapshot of another database, from a backup, means nothing here.
  return await sql.first<Unseen>(
    `update backoffice.watch_cursor c set since = pg_current_snapshot()::text
     from (select case when pg_snapshot_xmax(since::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
         then pg_current_snapshot()::text else since end as since
       from backoffice.watch_cursor for update skip locked) old
     returning old.since, c.since as until`,
  );
}

/** Lets watches of a restored database begin with what comes after the restore. */
export const resumeWatches = statement.run(
  `update backoffice.watch_cursor set since = ${afterThis}`,
);

/** Those who watch something that has changed. */
export async function watchersOf(
  sql: QueryRunner,
  { since, until }: Unseen,
  resources: Iterable<Resource>,
): Promise<{ person: string }[]> {
  return await sql.rows<{ person: string }>(
    `with ${newsOf(resources)} select distinct w.person from news h join backoffice.watches w
       on ${isWatched} or w.view is not null and w.resource = h.resource and h.by is distinct from w.person`,
    [since, until],
  );
}

/** What changed for somebody: a record, or several in one change set. */
type Found = {
  resource: string;
  record: string | null;
  changeSet: string | null;
  change: WatchedChange;
  by: string | null;
  count: number;
  seqs: number[];
  view?: string;
};

/** One row per record, and one per change set of several, of changes `h` with what they are. */
const grouped = (changes: string): string =>
  `select h.resource, case when count(distinct h.record_id) = 1 then min(h.record_id) end as record,
     min(h.change_set) as "changeSet", h.change, case when count(distinct h.by) = 1 then min(h.by) end as by,
     (case when count(distinct h.record_id) = 1 then count(*) else count(distinct h.record_id) end)::int as count,
     to_jsonb((array_agg(h.seq order by h.seq))[1:${MOST_KNOWN}]) as seqs
   from (${changes}) h group by h.resource, h.change, coalesce(h.change_set, h.record_id)`;

/**
 * What somebody watches and may see now: one entry per record, and one per change set of several records, which says
 * how many.
 */
export async function findWatched(
  sql: QueryRunner,
  { since, until }: Unseen,
  { reader, person }: { reader: ThreadReader; person: string },
): Promise<Found[]> {
  const params = createParams([since, until, person]);
  const resources = reader.records.map(({ resource }) => resource);
  if (resources.length === 0) return [];
  return await sql.rows<Found>(
    `with ${newsOf(resources)} ${grouped(`
       select h.*, case when ${isNew} then 'created' else 'changed' end as change from news h
       where exists (select from backoffice.watches w where w.person = $3 and ${isWatched}) and ${seenChanges(reader, params)}`)}`,
    params.values,
  );
}

/** A saved view that somebody watches, as they may use it. */
type WatchedView = ViewWatch & { of: Resource; filter: Filter | undefined };

/**
 * Which records entered and left a saved view that somebody watches, and which of its records changed in the fields
 * that they chose. A record that they do not see any more has not left: they are not told why.
 */
export async function findInView(
  sql: QueryRunner,
  { since, until }: Unseen,
  { reader, person, ...watched }: { reader: ThreadReader; person: string } & WatchedView,
): Promise<Found[]> {
  const { view, fields, createdAt, of, filter } = watched;
  const params = createParams([since, until]);
  const scope = createSqlScope({ descriptor: reader.descriptor, rowsOf: reader.rowsOf }, params);
  const rows = 'news h';
  const tables = pastTables({ resource: of, rows, filter, see: undefined, paths: [] }, scope);
  const isIn = filter ? toFilterSql(of, filter, scope) : 'true';
  const [by, from, chosen] = [person, createdAt, fields].map((each) => params.add(each));
  return await sql
    .rows<Found>(
      `with ${newsOf([of])}, ${tables}, moved as (
       select m._id, case when m.now and m.before then 'changed' when m.now then 'entered' when m.before then 'left' end as change
       from (select ${OWN}._id, ${isIn} as now, case when c."~moved"
             then c._id in (select p._id from ${PAST} p) else ${isIn} end as before
           from ${CHANGED} c join ${quoteName(of.name)} ${OWN} on ${OWN}._id = c._id) m)
     ${grouped(`select h.*, m.change from moved m join news h on h.record_id = m._id
       where h.by is distinct from ${by}::text and h.at >= ${from}::timestamptz
         and (m.change in ('entered', 'left') or m.change = 'changed' and h.before ?| ${chosen}::text[])
         and ${seenChanges(reader, params)}`)}`,
      params.values,
    )
    .then((found) => found.map((each) => ({ ...each, view })));
}

/** Adds to an unread entry about the same change set, or of this hour about the same record, or enters a new one. */
export async function addWatched(
  sql: QueryRunner,
  { reader, person }: { reader: ThreadReader; person: string },
  { resource, record, changeSet, change, by, count, seqs, view }: Found,
): Promise<void> {
  const rights = rightsTo(reader, resource) ?? null;
  const isKnown = await sql.some(
    `update backoffice.inbox i set count = i.count + $6, by = case when i.by = $5 then i.by end,
       record = case when i.record = $3 then i.record end,
       detail = i.detail || jsonb_build_object('rights', case when i.detail ->> 'rights' = $10 then $10 end,
         'seqs', jsonb_path_query_array(i.detail -> 'seqs' || $8::jsonb, '$[0 to ${MOST_KNOWN - 1}]'))
     where i.id = (select id from backoffice.inbox where person = $1 and kind = 'watched' and read_at is null
       and resource = $2 and detail ->> 'change' = $7 and detail ->> 'view' is not distinct from $9 and case when $4::text is null
         then record = $3 and detail -> 'changeSet' = 'null' and at > clock_timestamp() - interval '1 hour'
         else detail ->> 'changeSet' = $4 end order by id desc limit 1) returning i.id`,
    [
      person,
      resource,
      record,
      changeSet,
      by,
      count,
      change,
      JSON.stringify(seqs),
      view ?? null,
      rights,
    ],
  );
  if (isKnown) return;
  const detail = { change, changeSet, seqs, view, rights };
  const entry = { person, kind: 'watched', resource, by, count, detail } as const;
  await addEntries(sql, [{ ...entry, id: newId(), record: record ?? undefined }]);
}
