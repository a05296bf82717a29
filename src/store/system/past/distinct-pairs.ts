import type { QueryRunner } from '../../store.ts';

/** Records that somebody decided are not the same thing. */
export type DistinctDecision = { id: string; at: string; by: string | null; records: string[] };

type NewDecision = { id: string; resource: string; by: string; records: readonly string[] };

/** Stores that no two of these records are the same. Pairs that are known already keep their first decision. */
export async function saveDistinct(
  sql: QueryRunner,
  { id, resource, by, records }: NewDecision,
): Promise<number> {
  const { rows } = await sql.query(
    `insert into backoffice.distinct_pairs (resource, first, second, decision, by)
     select $2, a.id, b.id, $1, $3
     from unnest($4::text[]) a (id) join unnest($4::text[]) b (id) on a.id collate "C" < b.id collate "C"
     on conflict do nothing returning 1`,
    [id, resource, by, records],
  );
  return rows.length;
}

/** How many pairs of a collection are stored; each search for duplicates leaves them out. */
export const MAX_PAIRS = 50_000;

export async function hasRoomForDistinct(sql: QueryRunner, resource: string): Promise<boolean> {
  return await sql.value<boolean>(
    `select count(*) < $2 from (select from backoffice.distinct_pairs where resource = $1 limit $2) p`,
    [resource, MAX_PAIRS],
  );
}

/** The latest decisions about a collection, newest first. */
export async function listDistinct(
  sql: QueryRunner,
  resource: string,
  most: number,
): Promise<DistinctDecision[]> {
  const { rows } = await sql.query<DistinctDecision>(
    `select decision as id, max(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as at,
       max(by) as by, array_agg(distinct id) as records
     from backoffice.distinct_pairs cross join lateral (values (first), (second)) as r (id)
     where resource = $1 group by decision order by max(at) desc, decision desc limit $2`,
    [resource, most],
  );
  return rows;
}

/** The records of one decision; empty if there is none. */
export async function findDistinct(
  sql: QueryRunner,
  resource: string,
  decision: string,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select distinct id from backoffice.distinct_pairs cross join lateral (values (first), (second)) as r (id)
     where resource = $1 and decision = $2`,
    [resource, decision],
  );
  return rows.map(({ id }) => id);
}

/** Forgets a decision, so that its records are shown as possible duplicates again. */
export async function removeDistinct(
  sql: QueryRunner,
  resource: string,
  decision: string,
): Promise<void> {
  await sql.query('delete from backoffice.distinct_pairs where resource = $1 and decision = $2', [
    resource,
    decision,
  ]);
}
