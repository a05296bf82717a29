import type { Job } from '../../../contract/jobs.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { toStorableJson } from '../../../fields/text/storable-text.ts';
import { SELECT_JOBS } from './read-jobs.ts';
import { statement } from '../../connection/statement.ts';

/** Joins a job to the others of its workbook; with a `sheet`, that is the one it imports. */
export const joinWorkbook = statement.run<
  [id: string, place: { workbook: string; sheet: string | undefined }]
>(
  `update backoffice.jobs set workbook = $2,
     file = case when $3::text is null then file else jsonb_set(file, '{layout,sheet}', to_jsonb($3::text)) end
   where id = $1`,
  (id, { workbook, sheet }) => [id, workbook, sheet ?? null],
);

/** The imports of the sheets of a workbook. */
export const listSheetJobs = statement.rows<Job, [workbook: string]>(
  `${SELECT_JOBS} where workbook = $1 and kind = 'import' order by id`,
);

/** Keeps why an import was not started after the others of its workbook. */
export const saveSkipped = statement.run<[ids: readonly string[], reason: Problem]>(
  `update backoffice.jobs set reason = $2 where id = any($1) and state <> 'running' and state <> 'done'`,
  (ids, reason) => [ids, toStorableJson(reason)],
);
