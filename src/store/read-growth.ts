import type { Resource } from '../descriptor/descriptor.ts';
import { statement } from './connection/statement.ts';

/** How many records of a resource were created and deleted on a day; days without either are left out. */
export type GrowthOfDay = { day: string; created: number; deleted: number };

/** Reads the history that every write leaves, from a moment on. */
export const readGrowth = statement.rows<
  GrowthOfDay,
  [resource: Pick<Resource, 'name' | 'timeZone'>, since: string]
>(
  `select to_char(at at time zone $3, 'YYYY-MM-DD') as day,
     count(*) filter (where operation = 'create') as created,
     count(*) filter (where operation = 'delete') as deleted
   from backoffice.history
   where resource = $1 and at >= $2 and operation in ('create', 'delete')
   group by 1 order by 1`,
  ({ name, timeZone }, since) => [name, since, timeZone],
);
