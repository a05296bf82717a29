import type { ImportSettings } from '../../../contract/import-settings.ts';
import type { Job, JobRequest } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { createFlattener } from '../../../files/import/rows/flatten-row.ts';
import {
  layoutFor,
  missingColumns,
  toColumnMapping,
} from '../../../files/import/recipe-settings.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { cancelJob } from '../../../store/system/jobs/run-states.ts';
import { actAs } from '../../act-as.ts';
import type { Acting, Services } from '../../acting.ts';
import { firstColumns } from '../first-columns.ts';
import { type FoundJob, hasJob } from '../../jobs/has-job.ts';
import type { Refusal } from '../../refusal.ts';
import { checkLayout } from '../check-layout.ts';
import { resumeImport, startImport } from '../start-import.ts';

type Recipe = { id: string; owner: string; request: JobRequest };

/** How the work on a file has ended, or that it goes on. */
export type Ending =
  | { state: 'working' }
  | { state: 'done'; job: Job }
  | { state: 'waiting'; job: Job; missing: readonly string[] }
  | { state: 'refused'; job?: Job; reason: Problem };

type Working = { job: string; recipe: Recipe; resource: Resource };

const goesOn: Ending = { state: 'working' };

/**
 * Takes the next step for the job of a file: a dry run, then the import if the dry run is clean. `act` is asked before
 * each step: false if another server takes it.
 */
export async function workOnFile(
  services: Services,
  { job: id, recipe, resource }: Working,
  act: () => Promise<boolean>,
): Promise<Ending> {
  const job = await getJob(services.database, id);
  if (!job) return { state: 'refused', reason: problem('I089', '') };
  if (job.state === 'running') return goesOn;
  if (job.state === 'done') return { state: 'done', job };
  const isDry = job.request?.dryRun !== false;
  const request = { ...recipe.request, layout: layoutFor(recipe.request.layout, job.file) };
  const dryRun = job.state !== 'rehearsed';
  const settings = { ...request, recipe: recipe.id, dryRun };
  const found = { job, resource };
  const acting = await actAs(services, {
    owner: recipe.owner,
    needs: { may: 'import', of: resource },
  });
  if ('code' in acting) return { state: 'refused', job, reason: acting };
  if (!hasJob(acting, found)) return { state: 'refused', job, reason: problem('S001', '') };
  const stopped = await findObstacle(acting, found, request);
  if (stopped) return stopped;
  if (!(await act())) return goesOn;
  const ending = toEnding(job, await run(acting, found, settings, isDry));
  // A person decides about steps for columns that the file lacks.
  if (ending.state !== 'refused' || ending.reason.code !== 'I101') return ending;
  return { state: 'waiting', job, missing: await findMissing(acting, found, request) };
}

/** Why a job does not go on without a person, if it does not. */
async function findObstacle(
  acting: Acting,
  found: FoundJob,
  request: JobRequest,
): Promise<Ending | undefined> {
  const { job } = found;
  if (job.state === 'rehearsed') {
    const missing = await findMissing(acting, found, request);
    const mayGoOn = isClean(job) && missing.length === 0;
    return mayGoOn ? undefined : { state: 'waiting', job, missing };
  }
  if (job.state === 'uploaded' || job.state === 'interrupted') return undefined;
  return { state: 'refused', job, reason: job.reason ?? problem('I089', '') };
}

async function run(
  acting: Acting,
  found: FoundJob,
  settings: ImportSettings,
  isDry: boolean,
): Promise<Job | string | Refusal> {
  const { id, state } = found.job;
  if (state === 'interrupted' && !isDry) return await resumeImport(acting, found);
  // A dry run whose server stopped has written nothing and starts again.
  if (state === 'interrupted') await cancelJob(acting.services.database, id);
  return await startImport(acting, found, settings);
}

/** Problems that pass: another import of the collection, or a state that another server has changed. */
const passing = new Set<unknown>(['S010', 'S011', 'S005', 'S007']);

function toEnding(job: Job, started: Job | string | Refusal): Ending {
  if (typeof started === 'string' || 'id' in started) return goesOn;
  const [reason] = started.refused;
  return passing.has(reason.code) ? goesOn : { state: 'refused', job, reason };
}

/** Whether every row is imported as it is, and nobody has to look. */
function isClean({ summary }: Job): boolean {
  const { failed = 0, warnings = 0, updated = 0, unchanged = 0, missing } = summary ?? {};
  const { count = 0 } = summary?.unusedFiles ?? {};
  return failed + warnings + count === 0 && (!missing || isWhole(missing, updated + unchanged));
}

/** A file that lacks more records than it has may be cut off, or another one. */
function isWhole(
  { failed, isWithheld, total }: NonNullable<NonNullable<Job['summary']>['missing']>,
  matched: number,
): boolean {
  return failed === 0 && !isWithheld && total <= matched;
}

async function findMissing(
  acting: Acting,
  { job: { id, file }, resource }: FoundJob,
  { mapping, steps, layout }: JobRequest,
): Promise<string[]> {
  const parsed = checkLayout(layout ?? {}, file.layout);
  if ('problems' in parsed) return [];
  const columns = await firstColumns(
    () => readJobFile(acting.services, id),
    parsed.layout,
    createFlattener({ ...acting, resource }, toColumnMapping(mapping)),
  );
  return missingColumns(
    { mapping, steps },
    columns.map(({ name }) => name),
  );
}
