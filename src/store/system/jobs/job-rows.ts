import type { JobRow, ProblemCount } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';

/** Of rows that failed, and of those that deserve a look, so many are kept, of each other outcome so many to look at. */
export const KEPT_FAILED = 100_000;
export const KEPT_OTHERS = 1_000;

/** A row that waited and is in now is another one than before. */
export async function putRows(sql: QueryRunner, job: string, rows: readonly JobRow[]) {
  if (rows.length === 0) return;
  await sql.query(
    `insert into backoffice.job_rows (job, row, outcome, detail)
     select $1, (r->>'row')::bigint, r->>'outcome', r - 'row' - 'outcome' from jsonb_array_elements($2::jsonb) r
     on conflict (job, row) do update set outcome = excluded.outcome, detail = excluded.detail`,
    [job, JSON.stringify(rows)],
  );
}

type RowsQuery = {
  job: string;
  after: number;
  perPage: number;
  /** `warning` is no outcome: the rows that deserve a look, whatever becomes of them, without those that failed. */
  outcome: string;
  /** Only rows with a problem in this column, or of this code; both are of one problem. */
  column?: string | undefined;
  code?: string | undefined;
};

/** Of a problem that stands in no column of the file, the field. */
const COLUMN = `coalesce(p->>'column', p->>'path')`;

export async function listRows(
  sql: QueryRunner,
  { job, outcome, after, perPage, column, code }: RowsQuery,
): Promise<JobRow[]> {
  const rows = await sql.rows<{ row: number; outcome: string; detail: object }>(
    `select row, outcome, detail from backoffice.job_rows
     where job = $1 and ${ofOutcome(outcome)} and row > $3 and (($5::text is null and $6::text is null) or exists (
       select from jsonb_array_elements(detail->'${saidOf(outcome)}') p
       where ($5 is null or ${COLUMN} = $5) and ($6 is null or p->>'code' = $6)))
     order by row limit $4`,
    [job, outcome, after, perPage, column ?? null, code ?? null],
  );
  return rows.map(({ row, outcome: one, detail }) => ({ row, outcome: one, ...detail }));
}

/** The rows an import that goes on has to look at again. */
export async function waitingRows(sql: QueryRunner, job: string) {
  return await sql.rows<{ row: number; names: string[] }>(
    `select row, detail->'names' as names from backoffice.job_rows where job = $1 and outcome = 'waiting'`,
    [job],
  );
}

export type KeptProblem = {
  code: string | number;
  path: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
  column?: string;
  value?: string;
};

/** The rows of an outcome, `$2`. */
function ofOutcome(outcome: string): string {
  return outcome === 'warning'
    ? `detail ? 'warnings' and outcome <> 'failed' and $2::text is not null`
    : 'outcome = $2';
}

function saidOf(outcome: string): 'problems' | 'warnings' {
  return outcome === 'failed' ? 'problems' : 'warnings';
}

/** What is said of the rows of an outcome, by row. */
export async function saidOfRows(sql: QueryRunner, job: string, outcome: string) {
  const rows = await sql.rows<{ row: number; problems: KeptProblem[] }>(
    `select row, coalesce(detail->'${saidOf(outcome)}', '[]') as problems from backoffice.job_rows
     where job = $1 and ${ofOutcome(outcome)} order by row`,
    [job, outcome],
  );
  return new Map(rows.map(({ row, problems }) => [row, problems]));
}

/** What is wrong with the rows of an outcome, or deserves a look, the most frequent first. */
export async function countProblems(sql: QueryRunner, job: string, outcome: string) {
  const rows = await sql.rows<{ column: string; count: number; one: object }>(
    `select ${COLUMN} as column, count(*)::int as count,
       min((p - 'value' - 'proposed')::text)::jsonb as one
     from backoffice.job_rows, jsonb_array_elements(detail->'${saidOf(outcome)}') p
     where job = $1 and ${ofOutcome(outcome)}
     group by 1, p->>'code' order by 2 desc, 1 limit 200`,
    [job, outcome],
  );
  return rows.map(({ column, count, one }) => ({ ...one, column, count }) as ProblemCount);
}
