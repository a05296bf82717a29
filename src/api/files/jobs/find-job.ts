import type { Job } from '../../../contract/jobs.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import { problem } from '../../../fields/problem.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts';

export type FoundJob = { job: Job; resource: Resource };

/** The job of the path: of whoever calls, or of anybody for an admin. Others are not there. */
export async function findJob(call: UserCall): Promise<FoundJob | Refusal> {
  const { descriptor, role, parts, params, user } = call;
  const job = await getJob(parts.database, params['id'] ?? '');
  const resource = job && descriptor.resources.get(job.resource);
  // An export is a line in the list, with nothing to be done about it but to forget it.
  const operation = job?.kind === 'export' ? 'export' : 'import';
  const isTheirs = job && (job.createdBy === user._id || mayAdminister(descriptor, role));
  if (!job || !resource || !isTheirs || !mayDo(descriptor, role, resource, operation)) {
    return refuse(problem('S001', ''));
  }
  return { job, resource };
}

/** Runs with the import of the path, or answers that there is none. */
export async function withJob(
  call: UserCall,
  run: (found: FoundJob) => Promise<Response | Refusal>,
): Promise<Response | Refusal> {
  const found = await findJob(call);
  if (isRefusal(found)) return found;
  return found.job.kind === 'import' ? run(found) : refuse(problem('S001', ''));
}
