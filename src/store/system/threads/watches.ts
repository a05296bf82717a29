import type { Watch } from '../../../contract/people/watches.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';

/** Nobody follows more than this. */
export const MOST_WATCHES = 1_000;

/** Tells the servers that there is a watch, so that they look at what changes. */
export const WATCHES_CHANNEL = 'backoffice_watches';

const columns = `id as "_id", resource, record, ${sqlTypes.timestamptz.toJson('created_at')} as "createdAt"`;

export const listWatches = statement.rows<
  Watch,
  [of: { person: string; resource: string | undefined; record: string | undefined }]
>(
  `select ${columns} from backoffice.watches
   where person = $1 and ($2::text is null or resource = $2) and ($3::text is null or record = $3) order by id`,
  ({ person, resource, record }) => [person, resource ?? null, record ?? null],
);

type NewWatch = { person: string; resource: string; record: string | undefined };

/**
 * Watches a record, or the new records of a collection; undefined if the person watches too much. The first watch of
 * all begins where the history is now: nobody has looked at what came before.
 */
export async function addWatch(
  sql: QueryRunner,
  { person, resource, record = undefined }: NewWatch,
): Promise<Watch | undefined> {
  await sql.query(
    `insert into backoffice.watch_cursor (since) values (pg_current_snapshot()::text)
     on conflict (one) do update set since = excluded.since where not exists (select from backoffice.watches)`,
  );
  const watch = await sql.first<Watch>(
    `insert into backoffice.watches (id, person, resource, record)
     select $1, $2, $3, $4 where (select count(*) from backoffice.watches where person = $2) < ${MOST_WATCHES}
     on conflict (person, resource, record) do update set person = excluded.person returning ${columns}`,
    [newId(), person, resource, record ?? null],
  );
  await sql.query(`select pg_notify('${WATCHES_CHANNEL}', '')`);
  return watch;
}

/** False when the person has no such watch. */
export const removeWatch = statement.some<[person: string, id: string]>(
  'delete from backoffice.watches where person = $1 and id = $2 returning id',
);

export const hasWatches = statement.some('select from backoffice.watches limit 1');
