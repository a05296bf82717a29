import type { QueryRunner } from '../store.ts';

/** What is known of a row: what became of it, what it changes, and what is wrong with it. */
export type JobRow = { row: number; outcome: string } & Record<string, unknown>;

/** Of rows that failed so many are kept, of each other outcome so many to look at. */
export const KEPT_FAILED = 100_000;
export const KEPT_OTHERS = 1_000;

/** A row that waited and is in now is another one than before. */
export async function putRows(
  sql: QueryRunner,
  job: string,
  rows: readonly JobRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `insert into backoffice.job_rows (job, row, outcome, detail)
     select $1, (r->>'row')::bigint, r->>'outcome', r - 'row' - 'outcome' from jsonb_array_elements($2::jsonb) r
     on conflict (job, row) do update set outcome = excluded.outcome, detail = excluded.detail`,
    [job, JSON.stringify(rows)],
  );
}

export async function listRows(
  sql: QueryRunner,
  {
    job,
    outcome,
    after,
    perPage,
  }: { job: string; outcome: string; after: number; perPage: number },
): Promise<JobRow[]> {
  const { rows } = await sql.query<{ row: number; outcome: string; detail: object }>(
    `select row, outcome, detail from backoffice.job_rows
     where job = $1 and outcome = $2 and row > $3 order by row limit $4`,
    [job, outcome, after, perPage],
  );
  return rows.map(({ row, outcome: one, detail }) => ({ row, outcome: one, ...detail }));
}

/** The rows an import that goes on has to look at again. */
export async function waitingRows(
  sql: QueryRunner,
  job: string,
): Promise<{ row: number; names: string[] }[]> {
  const { rows } = await sql.query<{ row: number; names: string[] }>(
    `select row, detail->'names' as names from backoffice.job_rows where job = $1 and outcome = 'waiting'`,
    [job],
  );
  return rows;
}

/** The problems of the rows that failed, by row. */
export async function failedRows(
  sql: QueryRunner,
  job: string,
): Promise<Map<number, { path: string; message: string }[]>> {
  const { rows } = await sql.query<{ row: number; problems: { path: string; message: string }[] }>(
    `select row, detail->'problems' as problems from backoffice.job_rows
     where job = $1 and outcome = 'failed' order by row`,
    [job],
  );
  return new Map(rows.map(({ row, problems }) => [row, problems]));
}
