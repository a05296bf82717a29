import { hasJob, type FoundJob } from '../../../services/jobs/has-job.ts';
import { Job, type JobKind, jobKinds } from '../../../contract/jobs.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { deleteJob } from '../../../store/system/jobs/job-file.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, type Refusal, refuse } from '../../../services/refusal.ts';
import { cancelJob } from '../../../store/system/jobs/run-states.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';

/** The job of the path, if it belongs to the caller or the caller is an admin. Other jobs are not found. */
export async function findJob(call: UserCall): Promise<FoundJob | Refusal> {
  const { descriptor, services, params } = call;
  const job = await getJob(services.database.primaryOrReplica, params['id'] ?? '');
  const resource = job && descriptor.resources.get(job.resource);
  if (!job || !resource || !hasJob(call, { job, resource })) return refuse(problem('S001', ''));
  return { job, resource };
}

/** Runs with the import of the path, or a job of another of these kinds, or refuses if there is none. */
export async function withJob(
  call: UserCall,
  run: (hit: FoundJob) => Promise<Reply>,
  kinds: readonly JobKind[] = ['import'],
): Promise<Reply> {
  const hit = await findJob(call);
  if (isRefusal(hit)) return hit;
  return kinds.includes(hit.job.kind) ? run(hit) : refuse(problem('S001', ''));
}

/** All kinds but exports, which are sent to their caller and do not run. */
export const runningKinds = (Object.keys(jobKinds) as JobKind[]).filter(
  (kind) => kind !== 'export',
);

/** Requests the end of a job. It ends after its current batch. */
export async function stopJob(call: UserCall): Promise<Reply> {
  return withJob(
    call,
    async ({ job }) => {
      const stopped = await call.services.database.transaction(async (sql) =>
        (await cancelJob(sql, job.id)) ? await getJob(sql, job.id) : undefined,
      );
      if (!stopped) return refuse(problem('S010', '', { state: job.state }));
      return answer(call, 202, Job, stopped);
    },
    runningKinds,
  );
}

/** Deletes a job and its file. Imported records stay, and can no longer be undone as a whole. */
export async function removeJob(call: UserCall): Promise<Reply> {
  const hit = await findJob(call);
  if (isRefusal(hit)) return hit;
  const { job } = hit;
  if (job.state === 'running') return refuse(problem('S010', '', { state: job.state }));
  await deleteJob(call.services, job.id);
  return answerEmpty(call, 204);
}
