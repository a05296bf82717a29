import type { Job } from '../../../contract/jobs.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { toStorableJson } from '../../../fields/text/storable-text.ts';
import type { QueryRunner } from '../../store.ts';
import { getJob } from './read-jobs.ts';

/** Joins a job to the others of its workbook; with a `sheet`, that is the one it imports. */
export async function joinWorkbook(
  sql: QueryRunner,
  id: string,
  { workbook, sheet }: { workbook: string; sheet: string | undefined },
): Promise<void> {
  await sql.query(
    `update backoffice.jobs set workbook = $2,
       file = case when $3::text is null then file else jsonb_set(file, '{layout,sheet}', to_jsonb($3::text)) end
     where id = $1`,
    [id, workbook, sheet ?? null],
  );
}

/** The imports of the sheets of a workbook. */
export async function listSheetJobs(sql: QueryRunner, workbook: string): Promise<Job[]> {
  const ids = await sql.rows<{ id: string }>(
    `select id from backoffice.jobs where workbook = $1 and kind = 'import' order by id`,
    [workbook],
  );
  const jobs = await Promise.all(ids.map(({ id }) => getJob(sql, id)));
  return jobs.filter((job) => job !== undefined);
}

/** Keeps why an import was not started after the others of its workbook. */
export async function saveSkipped(
  sql: QueryRunner,
  ids: readonly string[],
  reason: Problem,
): Promise<void> {
  await sql.query(
    `update backoffice.jobs set reason = $2 where id = any($1) and state <> 'running' and state <> 'done'`,
    [ids, toStorableJson(reason)],
  );
}
