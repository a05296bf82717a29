import { createParams } from '../../connection/sql.ts';
import { THREAD_PLACES, threadCounts } from '../../records/sql/thread-sql.ts';
import type { QueryRunner } from '../../store.ts';
import { seenThreads, type ThreadReader } from './seen-threads.ts';

export type Mark = {
  record: string;
  field: string | null;
  threads: number;
  open: number;
  unread: boolean;
};

/** How many threads the records of a page have, by field; null is the record as a whole. In one statement. */
export async function markThreads(
  sql: QueryRunner,
  { reader, person, records }: { reader: ThreadReader; person: string; records: readonly string[] },
): Promise<Mark[]> {
  const params = createParams([person, records]);
  return await sql.rows<Mark>(
    `select p.record, p.field, ${threadCounts('$1')} from backoffice.threads t, lateral ${THREAD_PLACES} p
     where t.record = any($2::text[]) and p.record = any($2::text[]) and ${seenThreads(reader, params)}
     group by 1, 2`,
    params.values,
  );
}

/** How many threads change sets have, those that have any. */
export async function countOfSets(
  sql: QueryRunner,
  reader: ThreadReader,
  sets: readonly string[],
): Promise<{ changeSet: string; threads: number }[]> {
  const params = createParams([sets]);
  return await sql.rows(
    `select t.change_set as "changeSet", count(*)::int as threads from backoffice.threads t
     where t.change_set = any($1::text[]) and ${seenThreads(reader, params)} group by 1`,
    params.values,
  );
}

/** How many threads the rows of an import have. The number of the row stands for the record. */
export async function markRows(
  sql: QueryRunner,
  { reader, person, job }: { reader: ThreadReader; person: string; job: string },
): Promise<Mark[]> {
  const params = createParams([person, job]);
  return await sql.rows<Mark>(
    `select t.place ->> 'row' as record, null as field, ${threadCounts('$1')}
     from backoffice.threads t where t.job = $2 and ${seenThreads(reader, params)} group by 1`,
    params.values,
  );
}
