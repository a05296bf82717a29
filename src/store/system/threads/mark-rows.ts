import { createParams } from '../../connection/sql.ts';
import { isUnread } from '../../records/sql/thread-sql.ts';
import type { QueryRunner } from '../../store.ts';
import { seenThreads, type ThreadReader } from './seen-threads.ts';
import type { Mark } from './threads.ts';

/** How many threads the rows of an import have. The number of the row stands for the record. */
export async function markRows(
  sql: QueryRunner,
  { reader, person, job }: { reader: ThreadReader; person: string; job: string },
): Promise<Mark[]> {
  const params = createParams([person, job]);
  return await sql.rows<Mark>(
    `select t.place ->> 'row' as record, null as field, count(*)::int as threads,
       count(*) filter (where t.status in ('open', 'answered'))::int as open, bool_or(${isUnread('$1')}) as unread
     from backoffice.threads t where t.job = $2 and ${seenThreads(reader, params)} group by 1`,
    params.values,
  );
}
