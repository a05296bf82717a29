import { quoteName } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import type { QueryRunner } from '../../store.ts';

type Erased = { resource: string; id: string; fields: readonly string[]; whole: boolean };

/**
 * Deletes the threads at erased fields of a record and at change sets with it, whose texts may repeat the values; of a
 * whole record, all, and what inboxes say of it.
 */
export const eraseThreads = statement.run<[erased: Erased]>(
  `with i as (delete from backoffice.inbox where $4 and resource = $1 and record = $2)
   delete from backoffice.threads t where t.resource = $1 and ($4 or t.fields && $3::text[])
     and (t.record = $2 or t.place -> 'cells' @> jsonb_build_array(jsonb_build_object('record', $2::text)))
     or t.change_set in (select h.change_set from backoffice.history h where h.resource = $1 and h.record_id = $2)`,
  ({ resource, id, fields, whole }) => [resource, id, fields, whole],
);

/** Deletes the threads and watches of records that are gone for good. */
export const removeThreadsOf = statement.run<[resource: string, records: readonly string[]]>(
  `with w as (delete from backoffice.watches where resource = $1 and record = any($2::text[]))
   delete from backoffice.threads where resource = $1 and record = any($2::text[])`,
);

/**
 * Moves the threads of merged records to the kept one. Returns which they were, by the record that is gone. Who watches
 * one that is gone also watches the kept one; an undo finds the watches as they were.
 */
export const moveThreads = statement.rows<
  { thread: string; from: string },
  [resource: string, move: { keep: string; gone: readonly string[] }]
>(
  `with watching as (insert into backoffice.watches (id, person, resource, record)
     select gen_random_uuid()::text, person, resource, $2 from backoffice.watches where resource = $1 and record = any($3::text[])
     on conflict (person, resource, record, thread, view) do nothing),
   before as (select id, record from backoffice.threads where resource = $1 and record = any($3::text[]) for update),
   moved as (update backoffice.threads t set record = $2 from before b where t.id = b.id)
   select id as thread, record as "from" from before`,
  (resource, { keep, gone }) => [resource, keep, gone],
);

/** Moves threads that a merge has moved back to the records that this undo has restored. */
export const moveThreadsBack = statement.run<[undo: string]>(
  `update backoffice.threads t set record = h.record_id
   from backoffice.history h join backoffice.change_sets s
     on s.resource = h.resource and s.detail ? 'gone' and s.detail -> 'threads' ? h.record_id
   where h.change_set = $1 and h.operation = 'create' and t.resource = h.resource
     and s.detail -> 'threads' -> h.record_id ? t.id`,
);

/** Moves threads to the kept record again, where an undo has undone the undo of a merge. */
export const moveThreadsAgain = statement.run<[undo: string]>(
  `update backoffice.threads t set record = s.detail ->> 'kept'
   from backoffice.history h join backoffice.change_sets s
     on s.resource = h.resource and s.detail ? 'gone' and s.detail -> 'threads' ? h.record_id
   where h.change_set = $1 and h.operation = 'delete' and t.resource = h.resource and t.record = h.record_id`,
);

/** The threads and watches of records that are neither there nor in the trash, and the watches of views that are gone. */
export async function forgetThreads(sql: QueryRunner, resource: string): Promise<number> {
  const ofGone = `t.resource = $1 and t.record is not null and t.created_at < now() - interval '1 day'
     and not exists (select from ${quoteName(resource)} r where r._id = t.record)
     and not exists (select from backoffice.trash g where g.resource = $1 and g.record_id = t.record)`;
  const gone = await sql.query(
    `with w as (delete from backoffice.watches t where ${ofGone}
       or t.resource = $1 and t.view is not null and not exists (select from backoffice.views v where v.id = t.view))
     delete from backoffice.threads t where ${ofGone}`,
    [resource],
  );
  return gone.rowCount ?? 0;
}
