import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** Records that somebody decided are not the same thing. */
export type DistinctDecision = { id: string; at: string; by: string | null; records: string[] };

type NewDecision = { id: string; resource: string; by: string; records: readonly string[] };

/** Stores that no two of these records are the same. Pairs that are known already keep their first decision. */
export const saveDistinct = statement.count<[decision: NewDecision]>(
  `insert into backoffice.distinct_pairs (resource, first, second, decision, by)
   select $2, a.id, b.id, $1, $3
   from unnest($4::text[]) a (id) join unnest($4::text[]) b (id) on a.id collate "C" < b.id collate "C"
   on conflict do nothing`,
  ({ id, resource, by, records }) => [id, resource, by, records],
);

/** How many pairs of a collection are stored; each search for duplicates leaves them out. */
export const MAX_PAIRS = 50_000;

export const hasRoomForDistinct = statement.value<boolean, [resource: string]>(
  `select count(*) < $2 from (select from backoffice.distinct_pairs where resource = $1 limit $2) p`,
  (resource) => [resource, MAX_PAIRS],
);

/** The latest decisions about a collection, newest first. */
export const listDistinct = statement.rows<DistinctDecision, [resource: string, most: number]>(
  `select decision as id, max(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as at,
     max(by) as by, array_agg(distinct id) as records
   from backoffice.distinct_pairs cross join lateral (values (first), (second)) as r (id)
   where resource = $1 group by decision order by max(at) desc, decision desc limit $2`,
);

/** The records of one decision; empty if there is none. */
export async function findDistinct(sql: QueryRunner, resource: string, decision: string) {
  const rows = await sql.rows<{ id: string }>(
    `select distinct id from backoffice.distinct_pairs cross join lateral (values (first), (second)) as r (id)
     where resource = $1 and decision = $2`,
    [resource, decision],
  );
  return rows.map(({ id }) => id);
}

/** Forgets a decision, so that its records are shown as possible duplicates again. */
export const removeDistinct = statement.run<[resource: string, decision: string]>(
  'delete from backoffice.distinct_pairs where resource = $1 and decision = $2',
);
