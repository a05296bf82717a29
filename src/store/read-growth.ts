import type { Resource } from '../descriptor/descriptor.ts';
import type { QueryRunner } from './store.ts';

/** How many records of a resource were created and deleted on a day; days without either are left out. */
export type GrowthOfDay = { day: string; created: number; deleted: number };

/** Reads the history that every write leaves, from a moment on. */
export async function readGrowth(
  sql: QueryRunner,
  { name, timeZone }: Pick<Resource, 'name' | 'timeZone'>,
  since: string,
) {
  return await sql.rows<GrowthOfDay>(
    `select to_char(at at time zone $3, 'YYYY-MM-DD') as day,
       count(*) filter (where operation = 'create') as created,
       count(*) filter (where operation = 'delete') as deleted
     from backoffice.history
     where resource = $1 and at >= $2 and operation in ('create', 'delete')
     group by 1 order by 1`,
    [name, since, timeZone],
  );
}
