import type { Watch } from '../../../contract/people/watches.ts';
import { createParams } from '../../connection/sql.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';
import { seenPlaces, seenViewOf, type ThreadReader } from './seen-threads.ts';

/** Nobody follows more than this, besides the threads that they take part in. */
export const MOST_WATCHES = 1_000;

/** Tells the servers that there is a watch, so that they look at what changes. */
export const WATCHES_CHANNEL = 'backoffice_watches';

/** What a person watches: a record, a thread, a saved view, or without them the new records of a collection; without all, what they created. */
export type WatchPlace = {
  resource?: string | undefined;
  record?: string | undefined;
  thread?: string | undefined;
  view?: string | undefined;
  /** Of the view: the fields whose changes count. */
  fields?: readonly string[];
};

/** A watch as it is stored. */
export type StoredWatch = Omit<Watch, 'title'>;

const columns = `w.id as "_id", coalesce(w.resource, t.resource) as resource, coalesce(w.record, t.record) as record,
  w.thread, w.view, (select v.name from backoffice.views v where v.id = w.view) as name, w.fields,
  ${sqlTypes.timestamptz.toJson('w.created_at')} as "createdAt"`;

/** What a person watches and may see now, the newest first. `resource` and `record`: only watches of them. */
export async function listWatches(
  sql: QueryRunner,
  { reader, person, ...of }: { reader: ThreadReader; person: string } & WatchPlace,
): Promise<StoredWatch[]> {
  const params = createParams([person, of.resource ?? null, of.record ?? null]);
  return await sql.rows<StoredWatch>(
    `select ${columns} from backoffice.watches w left join backoffice.threads t on t.id = w.thread
     where w.person = $1 and ($2::text is null or w.resource = $2) and ($3::text is null or w.record = $3)
       and ${seenPlaces(reader, params, 'w')} and ${seenViewOf(reader, params, 'w.view')}
     order by w.id desc limit ${2 * MOST_WATCHES}`,
    params.values,
  );
}

/**
 * Watches something; undefined if the person watches too much. The first watch of all begins where the history is now:
 * nobody has looked at what came before.
 */
export async function addWatch(
  sql: QueryRunner,
  person: string,
  { resource, record, thread, view, fields = [] }: WatchPlace,
): Promise<StoredWatch | undefined> {
  await sql.query(
    `insert into backoffice.watch_cursor (since) values (pg_current_snapshot()::text)
     on conflict (one) do update set since = excluded.since
       where not exists (select from backoffice.watches where thread is null)`,
  );
  const watch = await sql.first<StoredWatch>(
    `with w as (
       insert into backoffice.watches (id, person, resource, record, thread, view, fields) select $1, $2, $3, $4, $5, $6, $7
       where (select count(*) from backoffice.watches where person = $2 and thread is null) < ${MOST_WATCHES}
       on conflict (person, resource, record, thread, view) do update set fields = excluded.fields returning *)
     select ${columns} from w left join backoffice.threads t on t.id = w.thread`,
    [newId(), person, resource ?? null, record ?? null, thread ?? null, view ?? null, fields],
  );
  await sql.query(`select pg_notify('${WATCHES_CHANNEL}', '')`);
  return watch;
}

/** People watch the threads that they write in, and that name or ask them, until they stop. */
export const watchThread = statement.run<[thread: string, people: readonly string[]]>(
  `insert into backoffice.watches (id, person, thread) select n.id, n.person, $1
   from unnest($2::text[], $3::text[]) n(id, person) on conflict (person, resource, record, thread, view) do nothing`,
  (thread, people) => [thread, people.map(() => newId()), people],
);

/** Those who watch a thread. */
export const watchersOfThread = statement.rows<{ person: string }, [thread: string]>(
  'select person from backoffice.watches where thread = $1 limit 500',
);

/** False when the person has no such watch. */
export const removeWatch = statement.some<[person: string, id: string]>(
  'delete from backoffice.watches where person = $1 and id = $2 returning id',
);

/** Whether the history has to be followed: entries of threads come with their messages. */
export const hasWatches = statement.some(
  'select from backoffice.watches where thread is null limit 1',
);

/** A saved view that a person watches. */
export type ViewWatch = { view: string; resource: string; fields: string[]; createdAt: string };

/** The saved views of these collections that a person watches. */
export const listViewWatches = statement.rows<
  ViewWatch,
  [person: string, resources: readonly string[]]
>(
  `select view, resource, fields, ${sqlTypes.timestamptz.toJson('created_at')} as "createdAt"
   from backoffice.watches where person = $1 and view is not null and resource = any($2::text[]) order by id`,
);
