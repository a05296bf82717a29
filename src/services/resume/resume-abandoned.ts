import { type Job, jobKinds } from '../../contract/jobs.ts';
import { isTrouble } from '../../store/connection/errors.ts';
import { listAbandonedJobs, markResumed } from '../../store/system/jobs/run-states.ts';
import type { Services } from '../acting.ts';
import { actAs } from '../act-as.ts';
import { hasJob } from '../jobs/has-job.ts';
import { isRefusal } from '../refusal.ts';
import { kindOf } from './job-kinds.ts';

const TROUBLE = 'trouble';

/** Another import of the collection runs, another server was faster, or the database has a trouble: the next look decides. */
const passing = new Set<unknown>(['S010', 'S011', 'S022', TROUBLE]);

/**
 * Resumes the jobs of people whose server is gone, each once: a job that ends its server again waits for a person.
 * Jobs of programs wait for their program, which sends its request again.
 */
export async function resumeAbandonedJobs(services: Services): Promise<void> {
  for (const job of await listAbandonedJobs(services.database)) {
    const code = await resume(services, job).catch((err: unknown) => {
      services.log.error({ job: job.id, err }, 'a job could not be resumed');
      return isTrouble(err) ? TROUBLE : 'failed';
    });
    if (passing.has(code)) continue;
    await markResumed(services.database, job.id);
    services.log.info({ job: job.id, code }, 'a job whose server was gone was resumed');
  }
}

/** The code of the problem if it cannot go on now, for example because its owner has lost a right. */
async function resume(services: Services, job: Job): Promise<string | number | undefined> {
  const resource = services.descriptor().resources.get(job.resource);
  const kind = kindOf(job);
  if (!resource || !kind) return 'S001';
  const may = jobKinds[job.kind];
  const needs = may && { may, of: resource };
  const acting = await actAs(services, { owner: job.createdBy, needs });
  if ('code' in acting) return acting.code;
  const found = { job, resource };
  if (!hasJob(acting, found)) return 'S001';
  const resumed = await kind.resume(acting, found);
  return isRefusal(resumed) ? resumed.refused[0].code : undefined;
}
