import { Job } from '../../../contract/jobs.ts';
import { problem } from '../../../fields/problem.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { cancelJob } from '../../../store/system/jobs/run-states.ts';
import { answer, answerEmpty } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts';
import { findJob, withJob } from './find-job.ts';

/** Asks for the end of a job, which comes after the batch it is at. */
export async function stopJob(call: UserCall): Promise<Response | Refusal> {
  return withJob(call, async ({ job }) => {
    const { database } = call.parts;
    if (!(await cancelJob(database, job.id)))
      return refuse(problem('S010', '', { state: job.state }));
    return answer(call, 202, Job, (await getJob(database, job.id))!);
  });
}

/** Forgets a job with its file. What it brought in stays, and cannot be taken back as a whole any more. */
export async function removeJob(call: UserCall): Promise<Response | Refusal> {
  const found = await findJob(call);
  if (isRefusal(found)) return found;
  const { job } = found;
  if (job.state === 'running') return refuse(problem('S010', '', { state: job.state }));
  await call.parts.database.query('delete from backoffice.jobs where id = $1', [job.id]);
  return answerEmpty(call, 204);
}
