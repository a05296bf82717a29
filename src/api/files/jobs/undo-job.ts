import { Job } from '../../../contract/jobs.ts';
import { mayDo } from '../../../descriptor/access.ts';
import { problem } from '../../../fields/problem.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { startJob } from '../../../store/system/jobs/run-states.ts';
import { newId } from '../../../store/records/new-id.ts';
import { answer } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import { withJob } from './find-job.ts';
import { runnerOf } from './job-runner.ts';
import { takeBack } from './take-back.ts';

/**
 * Takes an import back: what it made is deleted, what it changed has its values of before. A record
 * somebody changed since, or that others refer to by now, stays as it is and is listed.
 */
export async function undoJob(call: UserCall): Promise<Response | Refusal> {
  return withJob(call, async ({ job, resource }) => {
    const { descriptor, role, parts } = call;
    const mayAll =
      mayDo(descriptor, role, resource, 'delete') && mayDo(descriptor, role, resource, 'update');
    if (!mayAll) return refuse(problem('A006', '', { role }));
    if (!job.request || job.request['dryRun'] === true)
      return refuse(problem('S010', '', { state: job.state }));
    const lease = newId();
    const request = { ...job.request, undo: true };
    const started = await parts.database.transaction((sql) =>
      startJob(sql, {
        id: job.id,
        lease,
        request,
        from: ['done', 'cancelled', 'failed', 'interrupted'],
        keeps: true,
      }),
    );
    if (started === 'busy') return refuse(problem('S011', '', { resource: resource.name }));
    if (started === 'other') return refuse(problem('S010', '', { state: job.state }));
    runnerOf(parts.database).begin((stopped) => takeBack(call, { job, resource, lease }, stopped));
    return answer(call, 202, Job, (await getJob(parts.database, job.id))!);
  });
}
