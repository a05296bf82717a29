import type { Job } from '../../../contract/jobs.ts';
import { isRefusal } from '../../http/refusal.ts';
import { isTrouble } from '../../../store/connection/errors.ts';
import { listAbandonedJobs, markResumed } from '../../../store/system/jobs/run-states.ts';
import type { ApiParts } from '../../api-parts.ts';
import { callOfOwner } from '../../http/owner-call.ts';
import { resumeAbandoned } from './run-job.ts';

const TROUBLE = 'trouble';

/** Another import of the collection runs, another server was faster, or the database has a trouble: the next look decides. */
const passing = new Set<unknown>(['S010', 'S011', 'S022', TROUBLE]);

/**
 * Resumes the jobs of people whose server is gone, each once: a job that ends its server again waits for a person.
 * Jobs of programs wait for their program, which sends its request again.
 */
export async function resumeAbandonedJobs(parts: ApiParts): Promise<void> {
  for (const job of await listAbandonedJobs(parts.database)) {
    const code = await resume(parts, job).catch((err: unknown) => {
      parts.log.error({ job: job.id, err }, 'a job could not be resumed');
      return isTrouble(err) ? TROUBLE : 'failed';
    });
    if (passing.has(code)) continue;
    await markResumed(parts.database, job.id);
    parts.log.info({ job: job.id, code }, 'a job whose server was gone was resumed');
  }
}

/** The code of the problem if it cannot go on now, for example because its owner has lost a right. */
async function resume(parts: ApiParts, job: Job): Promise<string | number | undefined> {
  const resource = parts.descriptor().resources.get(job.resource);
  if (!resource) return 'S001';
  const needs = job.kind === 'undo' ? 'nothing' : 'import';
  const owner = { owner: job.createdBy, resource, params: { id: job.id }, needs } as const;
  const call = await callOfOwner(parts, owner);
  if ('code' in call) return call.code;
  const reply = await resumeAbandoned(call, { job, resource });
  return isRefusal(reply) ? reply.refused[0].code : undefined;
}
