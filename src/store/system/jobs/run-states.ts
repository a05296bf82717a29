import type { Progress } from '../../../contract/events.ts';
import type { Job, JobState } from '../../../contract/jobs.ts';
import type { Database } from '../../connection/database.ts';
import { toStorableJson } from '../../../fields/text/storable-text.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';
import { USERS } from '../account.ts';
import { addEntries } from '../threads/inbox.ts';
import { announceInbox } from '../threads/threads.ts';
import { readJob, JOB_SILENCE, JOB_STATE, SELECT_JOBS } from './read-jobs.ts';
import { statement } from '../../connection/statement.ts';

/** The lease of the server that works on a job; a server that finds it changed has lost the job to another. */
export type HeldJob = { id: string; lease: string };

/** True while another import of the resource runs: two would only wait for each other's rows. */
const BUSY = `exists (select from backoffice.jobs other where other.resource = j.resource and other.id <> j.id
  and other.kind = 'import' and other.state = 'running' and other.alive_at > clock_timestamp() - ${JOB_SILENCE})`;

type Start = HeldJob & { request: object; from: readonly JobState[]; keeps: boolean };

/**
 * Starts a job, or resumes it (`keeps` what is done already). Returns `other` when it is in another state by now,
 * `busy` when its resource has another import.
 */
export async function startJob(sql: QueryRunner, { id, lease, request, from, keeps }: Start) {
  // This lock lets two servers that start jobs of one resource at once see each other.
  await sql.query(`select pg_advisory_xact_lock(hashtext('backoffice.jobs'))`);
  const job = await sql.first<{ busy: boolean; state: JobState }>(
    `select ${BUSY} as busy, ${JOB_STATE} as state from backoffice.jobs j where id = $1 for update`,
    [id],
  );
  if (!job || !from.includes(job.state)) return 'other';
  if (job.busy) return 'busy';
  const anew = keeps
    ? ''
    : `, done_row = 0, done_bytes = 0, summary = null, started_at = clock_timestamp(),
       file = case when state = 'rehearsed' and request->'layout' is not distinct from $3::jsonb->'layout'
         then file || jsonb_build_object('rows', summary->'total') else file end`;
  // Its number of rows is known once it has run.
  if (!keeps) await sql.query('delete from backoffice.job_rows where job = $1', [id]);
  await sql.query(
    `update backoffice.jobs set state = 'running', lease = $2, request = $3, alive_at = clock_timestamp(),
       ended_at = null, failure = null, reason = null, cancels = false, resumed = false${anew} where id = $1`,
    [id, lease, JSON.stringify(request)],
  );
  return 'started';
}

/**
 * Starts a job, or resumes it, with what else belongs to its start, and reads it in the same transaction: what has begun
 * is not answered as failed.
 */
export async function startAndRead(
  database: Pick<Database, 'transaction'>,
  start: Start,
  also: (sql: QueryRunner) => Promise<void> = async () => {},
) {
  return await database.transaction(async (sql) => {
    const started = await startJob(sql, start);
    if (started !== 'started') return started;
    await also(sql);
    return await readJob(sql, start.id);
  });
}

/** Reports that the server is alive; returns whether the job is still its own, and whether somebody wants to stop it. */
export async function renewJob(sql: QueryRunner, { id, lease }: HeldJob, doneBytes: number) {
  const cancels = await sql.value<boolean | undefined>(
    `update backoffice.jobs set alive_at = clock_timestamp(), done_bytes = greatest(done_bytes, $3)
     where id = $1 and lease = $2 and state = 'running' returning cancels`,
    [id, lease, doneBytes],
  );
  return { isOurs: cancels !== undefined, cancels: cancels ?? false };
}

/** Records progress in the transaction of the batch; throws when another server has taken over the job. */
export async function saveProgress(
  sql: QueryRunner,
  { id, lease }: HeldJob,
  { row, summary }: { row: number; summary: object },
): Promise<void> {
  const isOurs = await sql.some(
    `update backoffice.jobs set done_row = greatest(done_row, $3::bigint), summary = $4, alive_at = clock_timestamp()
     where id = $1 and lease = $2 and state = 'running'`,
    [id, lease, row, toStorableJson(summary)],
  );
  if (!isOurs) throw new JobTakenOver(id);
}

/** Leaves a job to the next server at once, because this one stops as planned. */
export const releaseJob = statement.run<[job: HeldJob]>(
  `update backoffice.jobs set alive_at = '-infinity', resumed = false
   where id = $1 and lease = $2 and state = 'running'`,
  ({ id, lease }) => [id, lease],
);

/**
 * The jobs of people whose server is gone, and that no server has resumed since a person started them. Those of users
 * wait for the person, because a change of an account needs somebody who proves who they are.
 */
export const listAbandonedJobs = statement.rows<Job>(
  `${SELECT_JOBS} where ${JOB_STATE} = 'interrupted' and kind <> 'export'
   and resource is distinct from $1 and api_key is null and not resumed order by id limit 100`,
  () => [USERS],
);

export const markResumed = statement.run<[id: string]>(
  'update backoffice.jobs set resumed = true where id = $1',
);

export class JobTakenOver extends Error {
  constructor(id: string) {
    super(`another server has taken over job ${id}`);
  }
}

/** People who start a job watch the screen for this long and see the job end. */
const STAYS = `interval '10 seconds'`;

export async function endJob(
  sql: QueryRunner,
  { id, lease }: HeldJob,
  end: { state: JobState; summary?: object; failure?: string; reason?: object },
): Promise<void> {
  const { state, summary = null, failure = null, reason = null } = end;
  const ended = await sql.first<{ person: string; resource: string; isShort: boolean }>(
    `update backoffice.jobs set state = $3, summary = coalesce($4, summary), failure = $5, reason = $6,
       ended_at = clock_timestamp(), lease = null where id = $1 and lease = $2
     returning created_by as person, resource, clock_timestamp() < started_at + ${STAYS} as "isShort"`,
    [
      id,
      lease,
      state,
      summary && toStorableJson(summary),
      failure,
      reason && toStorableJson(reason),
    ],
  );
  if (ended && state !== 'cancelled') await enterEnd(sql, { id, state, ...ended });
}

type Ended = { id: string; state: JobState; person: string; resource: string; isShort: boolean };

/** Enters the end of a job into the inbox of who started it, in place of its last end. */
async function enterEnd(
  sql: QueryRunner,
  { id: job, state, person, resource, isShort }: Ended,
): Promise<void> {
  await sql.query(
    `delete from backoffice.inbox where person = $1 and kind = 'job' and detail ->> 'job' = $2`,
    [person, job],
  );
  const isRead = isShort && state !== 'failed';
  const entry = { person, kind: 'job', resource, detail: { job }, isRead } as const;
  await addEntries(sql, [{ id: newId(), ...entry }]);
  await announceInbox(sql, [person]);
}

/** Asks the job's server to stop after its current batch; stops a job whose server died at once. */
export const cancelJob = statement.some<[id: string]>(
  `update backoffice.jobs set cancels = true,
     state = case when alive_at < clock_timestamp() - ${JOB_SILENCE} then 'cancelled' else state end
   where id = $1 and state = 'running'`,
);

type NewExport = {
  id: string;
  resource: string;
  createdBy: string;
  file: { name: string; size: number; hash: string; layout: object };
  /** How many records the export will have. */
  total: number;
};

/** Records an export as a job. Nobody has to resume it. */
export const createExport = statement.run<[job: NewExport]>(
  `insert into backoffice.jobs (id, kind, resource, created_by, state, file, summary, started_at, alive_at)
   values ($1, 'export', $2, $3, 'running', $4, $5, clock_timestamp(), clock_timestamp())`,
  ({ id, resource, createdBy, file, total }) => [
    id,
    resource,
    createdBy,
    JSON.stringify(file),
    JSON.stringify({ total }),
  ],
);

export const saveExport = statement.run<[id: string, progress: { state: JobState; bytes: number }]>(
  `update backoffice.jobs set state = $2, done_bytes = $3, alive_at = clock_timestamp(),
     file = jsonb_set(file, '{size}', to_jsonb($3::bigint)),
     ended_at = case when $2 = 'running' then null else clock_timestamp() end
   where id = $1`,
  (id, { state, bytes }) => [id, state, bytes],
);

/** Tells every server the progress of long work, whichever server runs it. */
export const PROGRESS_CHANNEL = 'backoffice_progress';

/** The work that reports progress, and the permission needed to hear of it. */
export const workKinds = {
  import: 'import',
  export: 'export',
  process: 'create',
  undo: 'read',
} as const;

/** The progress of some work, for the person who started it and for admins. */
export type WorkProgress = Progress & { work: keyof typeof workKinds };

export const announceProgress = statement.run<[progress: WorkProgress]>(
  'select pg_notify($1, $2)',
  (progress) => [PROGRESS_CHANNEL, JSON.stringify(progress)],
);
