import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { ProblemCode } from '../../../fields/problems/problem-codes.ts';
import type { JobRow } from '../../../contract/jobs.ts';
import { toStorableJson } from '../../../fields/text/storable-text.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** How many failed rows and rows with warnings are kept, and how many of each other outcome as examples. */
export const KEPT_FAILED = 100_000;
export const KEPT_OTHERS = 1_000;

/** Replaces a row that waited before and has its outcome now. */
export async function saveRows(sql: QueryRunner, job: string, rows: readonly JobRow[]) {
  if (rows.length === 0) return;
  await sql.query(
    `insert into backoffice.job_rows (job, row, outcome, detail)
     select $1, (r->>'row')::bigint, r->>'outcome', r - 'row' - 'outcome' from jsonb_array_elements($2::jsonb) r
     on conflict (job, row) do update set outcome = excluded.outcome, detail = excluded.detail`,
    [job, toStorableJson(rows)],
  );
}

type RowsQuery = {
  job: string;
  after: number;
  perPage: number;
  /** `warning` is not an outcome: it selects rows with warnings, whatever their outcome, except failed ones. */
  outcome: string;
  /** Only rows with a problem in this column, or of this code; when both are given, one problem must have both. */
  column?: string | undefined;
  code?: string | undefined;
  /** Only rows that change this field. */
  field?: string | undefined;
};

/** The field, for a problem that belongs to no column of the file. */
const COLUMN = `coalesce(p->>'column', p->>'path')`;

/** The condition on rows of a query; its parameters are `$1` to `$5`. */
function matching(outcome: string): string {
  return `job = $1 and ${ofOutcome(outcome)}
    and (($3::text is null and $4::text is null) or exists (
      select from jsonb_array_elements(detail->'${saidOf(outcome)}') p
      where ($3 is null or ${COLUMN} = $3) and ($4 is null or p->>'code' = $4)))
    and ($5::text is null or detail->'changes' @> jsonb_build_array(jsonb_build_object('field', $5::text)))`;
}

function parametersOf({ job, outcome, column, code, field }: RowsQuery): (string | null)[] {
  return [job, outcome, column ?? null, code ?? null, field ?? null];
}

export async function listRows(sql: QueryRunner, query: RowsQuery): Promise<JobRow[]> {
  const rows = await sql.rows<{ row: number; outcome: string; detail: object }>(
    `select row, outcome, detail from backoffice.job_rows
     where ${matching(query.outcome)} and row > $6 order by row limit $7`,
    [...parametersOf(query), query.after, query.perPage],
  );
  return rows.map(({ row, outcome: one, detail }) => ({ row, outcome: one, ...detail }));
}

/** How many rows a query has on all its pages. */
export async function countRows(sql: QueryRunner, query: RowsQuery): Promise<number> {
  return await sql.value<number>(
    `select count(*)::int from backoffice.job_rows where ${matching(query.outcome)}`,
    parametersOf(query),
  );
}

/** Whether something is known of a row of a job. */
export const hasRow = statement.some<[job: string, row: number]>(
  'select from backoffice.job_rows where job = $1 and row = $2',
);

/** The rows that a resumed import must read again. */
export const waitingRows = statement.rows<{ row: number; names: string[] }, [job: string]>(
  `select row, detail->'names' as names from backoffice.job_rows where job = $1 and outcome = 'waiting'`,
);

export type KeptProblem = {
  code: string | number;
  path: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
  column?: string;
  value?: string;
};

/** The condition on rows of an outcome, `$2`. */
function ofOutcome(outcome: string): string {
  // Not an outcome either: rows with mended cells.
  if (outcome === 'mended') return `detail ? 'mended' and $2::text is not null`;
  return outcome === 'warning'
    ? `detail ? 'warnings' and outcome <> 'failed' and $2::text is not null`
    : 'outcome = $2';
}

function saidOf(outcome: string): 'problems' | 'warnings' {
  return outcome === 'failed' ? 'problems' : 'warnings';
}

/** The problems or warnings of the rows of an outcome, by row. */
export async function listRowProblems(sql: QueryRunner, job: string, outcome: string) {
  const rows = await sql.rows<{ row: number; problems: KeptProblem[] }>(
    `select row, coalesce(detail->'${saidOf(outcome)}', '[]') as problems from backoffice.job_rows
     where job = $1 and ${ofOutcome(outcome)} order by row`,
    [job, outcome],
  );
  return new Map(rows.map(({ row, problems }) => [row, problems]));
}

/** How many rows of an outcome change each field, the most frequent first. */
export async function countFields(sql: QueryRunner, job: string, outcome: string) {
  return await sql.rows<{ field: string; count: number }>(
    `select c->>'field' as field, count(distinct row)::int as count
     from backoffice.job_rows, jsonb_array_elements(detail->'changes') c
     where job = $1 and ${ofOutcome(outcome)} group by 1 order by 2 desc, 1 limit 1000`,
    [job, outcome],
  );
}

/** The problems or warnings of the rows of an outcome, the most frequent first. */
export async function countProblems(sql: QueryRunner, job: string, outcome: string) {
  const rows = await sql.rows<{ column: string; count: number; one: Problem; varying: string[] }>(
    `with said as (
       select ${COLUMN} as column, p->>'code' as code, p - 'value' - 'proposed' as p
       from backoffice.job_rows, jsonb_array_elements(detail->'${saidOf(outcome)}') p
       where job = $1 and ${ofOutcome(outcome)}),
     varying as (
       select said.column, code, key from said, jsonb_each_text(p->'params')
       group by 1, 2, 3 having min(value) <> max(value))
     select said.column, count(*)::int as count, min(p::text)::jsonb as one,
       array(select key from varying v where v.column = said.column and v.code = said.code) as varying
     from said group by said.column, said.code order by 2 desc, 1 limit 200`,
    [job, outcome],
  );
  return rows.map(({ column, count, one, varying }) => ({
    ...withoutOwn(one, varying),
    column,
    count,
  }));
}

/** The problem without what is different in the rows that have it: `has … cells, but the file has 15 columns`. */
function withoutOwn(one: Problem, varying: readonly string[]): Problem {
  if (varying.length === 0) return one;
  const params = { ...one.params, ...Object.fromEntries(varying.map((name) => [name, '…'])) };
  return problem(one.code as ProblemCode, one.path, params, one.hint);
}
