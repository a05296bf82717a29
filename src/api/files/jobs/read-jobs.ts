import { requireLast } from '../../../fields/require-entry.ts';
import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import { Job, jobKinds, JobProblems, JobRows, Jobs, jobStates } from '../../../contract/jobs.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import { problem } from '../../../fields/problems/problem.ts';
import {
  countFields,
  countProblems,
  countRows,
  KEPT_FAILED,
  KEPT_OTHERS,
  listRows,
} from '../../../store/system/jobs/job-rows.ts';
import { listJobs } from '../../../store/system/jobs/read-jobs.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { createQueryReader } from '../../http/query-reader.ts';
import { isRefusal, refuse, type Refusal } from '../../../services/refusal.ts';
import { findJob, runningKinds, withJob } from './find-job.ts';

/** The limits of imports, for the screens to show. */
const limits = {
  fileBytes: 2_000_000_000,
  workbookBytes: 100_000_000,
  recordBytes: 1_000_000,
  columns: 1_000,
  problems: 1_000,
  failedRows: KEPT_FAILED,
  otherRows: KEPT_OTHERS,
  fileKeptDays: 7,
} as const;

export async function readJobs(call: UserCall): Promise<Reply> {
  const { query, descriptor, role, user, key, services } = call;
  const reader = createQueryReader(query);
  const states = reader.list('state', jobStates);
  const resources = reader.list('resource');
  const kinds = reader.list('kind', Object.keys(jobKinds));
  // Undos are listed with the changes they take back.
  if (kinds.length === 0) kinds.push('import', 'export');
  const all = reader.text('all');
  const after = reader.cursor(/^[\w-]{1,64}$/);
  const perPage = reader.perPage();
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems, { status: 400 });
  if (all !== undefined && !mayAdminister(descriptor, role)) {
    return refuse(problem('A007', 'all', callerParams(descriptor, role)));
  }
  const createdBy = all === 'true' ? undefined : user._id;
  const jobs = await listJobs(services.database.primaryOrReplica, {
    createdBy,
    apiKey: key?.id,
    states,
    resources,
    kinds,
    after,
    perPage: perPage + 1,
  });
  const data = jobs.slice(0, perPage);
  const next = jobs.length > perPage ? requireLast(data).id : null;
  return answer(call, 200, Jobs, { data, next, limits });
}

export async function readJob(call: UserCall): Promise<Reply> {
  const hit = await findJob(call);
  return isRefusal(hit) ? hit : answer(call, 200, Job, hit.job);
}

/** The outcomes to filter rows by; `warning` and `mended` select rows with these, whatever their outcome. */
export const outcomes = [
  'created',
  'updated',
  'unchanged',
  'failed',
  'warning',
  'leftOut',
  'mended',
  'missing',
] as const;

export async function readRows(call: UserCall): Promise<Reply> {
  return withJob(
    call,
    async ({ job }) => {
      const reader = createQueryReader(call.query);
      const [outcome = 'failed'] = reader.list('outcome', outcomes);
      const after = Number(reader.cursor(/^\d{1,12}$/) ?? 0);
      const column = reader.text('column');
      const code = reader.text('code');
      const field = reader.text('field');
      const perPage = reader.perPage();
      const problems = reader.problems();
      if (problems.length > 0) return refuse(problems, { status: 400 });
      const { database } = call.services;
      const query = { job: job.id, outcome, after, perPage: perPage + 1, column, code, field };
      const rows = await listRows(database, query);
      const data = rows.slice(0, perPage);
      const next = rows.length > perPage ? requireLast(data).row : null;
      const total = after > 0 ? null : await countRows(database, query);
      return answer(call, 200, JobRows, { data, next, total });
    },
    runningKinds,
  );
}

/** Counts the problems of failed rows, or the warnings, by column and code, and the changes by field, to filter by them. */
export async function readProblems(call: UserCall): Promise<Reply> {
  return withJob(
    call,
    async ({ job }) => {
      const query = readOutcome(call, outcomes);
      if (isRefusal(query)) return query;
      const { primaryOrReplica } = call.services.database;
      const data = await countProblems(primaryOrReplica, job.id, query.outcome);
      const fields = await countFields(primaryOrReplica, job.id, query.outcome);
      return answer(call, 200, JobProblems, { data, fields });
    },
    runningKinds,
  );
}

/** The outcome whose problems are requested; failed rows by default. */
export function readReasonOutcome(call: UserCall) {
  return readOutcome(call, reasonOutcomes);
}

function readOutcome(
  call: UserCall,
  names: readonly (typeof outcomes)[number][],
): { outcome: (typeof outcomes)[number] } | Refusal {
  const reader = createQueryReader(call.query);
  const [outcome = 'failed'] = reader.list('outcome', names);
  const problems = reader.problems();
  return problems.length > 0 ? refuse(problems, { status: 400 }) : { outcome };
}

export const reasonOutcomes = ['failed', 'warning', 'leftOut'] as const;
