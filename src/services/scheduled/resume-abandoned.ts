import type { Job } from '../../contract/jobs.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isTrouble } from '../../store/connection/errors.ts';
import { listAbandonedJobs, markResumed } from '../../store/system/jobs/run-states.ts';
import type { Services } from '../acting.ts';
import { actAs } from '../act-as.ts';
import type { Acting } from '../acting.ts';
import { resumeUndoJob } from '../undo/start-undo.ts';
import { type FoundJob, hasJob } from '../jobs/has-job.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { repeatDryRun, resumeImport } from '../import/start-import.ts';
import { undoImport } from '../undo/undo-import.ts';

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
  if (!resource) return 'S001';
  const needs = job.kind === 'undo' ? 'nothing' : 'import';
  const acting = await actAs(services, { owner: job.createdBy, resource, needs });
  if ('code' in acting) return acting.code;
  const resumed = await goOn(acting, { job, resource });
  return typeof resumed === 'object' && isRefusal(resumed) ? resumed.refused[0].code : undefined;
}

/** Goes on as a person would: with an undo and an import where they were, with a dry run again. */
async function goOn(acting: Acting, found: FoundJob): Promise<string | object> {
  const { job } = found;
  if (!hasJob(acting, found)) return refuse(problem('S001', ''));
  if (job.request?.undo === true) return undoImport(acting, found);
  if (job.request?.dryRun === true) return repeatDryRun(acting, found, ['interrupted']);
  return job.kind === 'undo' ? resumeUndoJob(acting, job) : resumeImport(acting, found);
}
