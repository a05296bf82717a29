import type { Job, JobState } from '../../../contract/jobs.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** A running job's server reports every few seconds; after this silence it counts as gone. */
export const JOB_SILENCE = `interval '15 seconds'`;

/** A job that somebody has stopped does not go on, even if its server ended before it noticed. */
const SILENT_STATE = `case when cancels then 'cancelled' else 'interrupted' end`;

export const JOB_STATE = `case when state = 'running' and alive_at < clock_timestamp() - ${JOB_SILENCE} then ${SILENT_STATE} else state end`;

const iso = sqlTypes.timestamptz.toJson;

const COLUMNS = `id, kind, resource, created_by as "createdBy", api_key as "apiKey", workbook, ${iso('created_at')} as "createdAt",
  ${JOB_STATE} as state, file, request, summary, done_row as "doneRow", done_bytes as "doneBytes",
  ${iso('started_at')} as "startedAt", ${iso('ended_at')} as "endedAt", failure, reason`;

/** Selects jobs as everybody reads them. */
export const SELECT_JOBS = `select ${COLUMNS} from backoffice.jobs`;

export const getJob = statement.first<Job, [id: string]>(`${SELECT_JOBS} where id = $1`);

/** A job that is there, because this transaction has written it. */
export async function readJob(sql: QueryRunner, id: string): Promise<Job> {
  const job = await getJob(sql, id);
  if (!job) throw new Error(`there is no job ${id}`);
  return job;
}

type JobsQuery = {
  /** Only jobs of this user. */
  createdBy?: string | undefined;
  /** Only jobs of this API key. */
  apiKey?: string | undefined;
  states: readonly JobState[];
  resources: readonly string[];
  kinds: readonly string[];
  /** Only jobs older than the one with this id. */
  after?: string | undefined;
  perPage: number;
};

/** Only the page of one job needs the problems of rows and the mended cells; for a page of jobs they would be megabytes. */
const LISTED = COLUMNS.replace(' summary,', ` summary - 'problems' as summary,`).replace(
  ' request,',
  ` request - 'cells' as request,`,
);

/** Newest first, because ids are made in the order of time. */
export async function listJobs(sql: QueryRunner, query: JobsQuery): Promise<Job[]> {
  const {
    createdBy = null,
    apiKey = null,
    states,
    resources,
    after = null,
    perPage,
    kinds,
  } = query;
  return await sql.rows<Job>(
    `select ${LISTED} from backoffice.jobs
     where ($1::text is null or created_by = $1) and (cardinality($2::text[]) = 0 or ${JOB_STATE} = any($2))
       and ($7::text is null or api_key = $7)
       and (cardinality($6::text[]) = 0 or kind = any($6))
       and (cardinality($3::text[]) = 0 or resource = any($3)) and ($4::text is null or id < $4)
     order by id desc limit $5`,
    [createdBy, states, resources, after, perPage, kinds, apiKey],
  );
}

/** How many jobs there are in each state. */
export const countJobs = statement.rows<{ state: string; count: number }>(
  'select state, count(*) as count from backoffice.jobs group by state',
);

/** The running jobs of each kind, and for how many seconds the oldest has been running. */
export const countRunningJobs = statement.rows<{
  kind: Job['kind'];
  count: number;
  oldest: number;
}>(
  `select kind, count(*)::int as count,
     max(extract(epoch from clock_timestamp() - coalesce(started_at, created_at)))::float8 as oldest
   from backoffice.jobs where ${JOB_STATE} = 'running' group by kind`,
);

/** The files of a user that were uploaded but not imported yet. */
export async function countWaitingFiles(sql: QueryRunner, user: string) {
  const counted = await sql.only<{ files: number; bytes: number }>(
    `select count(*)::int as files, coalesce(sum((file->>'size')::numeric + coalesce((file->'archive'->>'size')::numeric, 0)), 0)::float8 as bytes
     from backoffice.jobs where created_by = $1 and kind = 'import' and state in ('uploaded', 'rehearsed')`,
    [user],
  );
  return counted;
}
