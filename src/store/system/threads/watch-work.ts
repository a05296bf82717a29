import { createParams } from '../../connection/sql.ts';
import type { WatchedChange } from '../../../contract/people/threads.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';
import { addEntries } from './inbox.ts';
import { seenRecords, type ThreadReader } from './seen-threads.ts';

/** The part of the history that nobody has looked at: the transactions between two snapshots. */
export type Unseen = { since: string; until: string };

/** The changes between the snapshots, as far as a watch is about them. Nobody is told what they did themselves. */
const watched = `h.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(h.xid, $1::pg_snapshot)
  and pg_visible_in_snapshot(h.xid, $2::pg_snapshot) and h.at >= w.created_at and h.by is distinct from w.person
  and (w.record = h.record_id and h.operation <> 'delete' or w.record is null and h.operation = 'create')`;

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

/** Those who watch something that has changed. */
export async function watchersOf(
  sql: QueryRunner,
  { since, until }: Unseen,
): Promise<{ person: string }[]> {
  return await sql.rows<{ person: string }>(
    `select distinct w.person from backoffice.watches w join backoffice.history h on h.resource = w.resource
     where ${watched}`,
    [since, until],
  );
}

type Found = {
  resource: string;
  record: string | null;
  changeSet: string | null;
  change: WatchedChange;
  by: string | null;
  count: number;
};

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
  const seen = seenRecords(reader, params, 'h.resource', 'h.record_id');
  return await sql.rows<Found>(
    `select h.resource, case when count(distinct h.record_id) = 1 then min(h.record_id) end as record,
       case when count(distinct h.record_id) > 1 then min(h.change_set) end as "changeSet",
       case when bool_and(w.record is null) then 'created' else 'changed' end as change, case when count(distinct h.by) = 1 then min(h.by) end as by,
       (case when count(distinct h.record_id) = 1 then count(distinct h.seq) else count(distinct h.record_id) end)::int as count
     from backoffice.watches w join backoffice.history h on h.resource = w.resource
     where w.person = $3 and ${watched} and ${seen}
     group by h.resource, coalesce(h.change_set, h.record_id)`,
    params.values,
  );
}

/** Adds to an unread entry of this hour about the same record or change set, or enters a new one. */
export async function addWatched(
  sql: QueryRunner,
  person: string,
  { resource, record, changeSet, change, by, count }: Found,
): Promise<void> {
  const detail = { change, ...(changeSet !== null && { changeSet }) };
  const isKnown = await sql.some(
    `update backoffice.inbox i set count = i.count + $6, by = case when i.by = $5 then i.by end
     where i.id = (select id from backoffice.inbox where person = $1 and kind = 'watched' and read_at is null
       and at > clock_timestamp() - interval '1 hour' and resource = $2 and record is not distinct from $3
       and detail ->> 'changeSet' is not distinct from $4 order by id desc limit 1) returning i.id`,
    [person, resource, record, changeSet, by, count],
  );
  if (isKnown) return;
  await addEntries(sql, [
    {
      id: newId(),
      person,
      kind: 'watched',
      resource,
      record: record ?? undefined,
      by,
      count,
      detail,
    },
  ]);
}
