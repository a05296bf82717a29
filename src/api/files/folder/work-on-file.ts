import type { Job, JobRequest } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problem.ts';
import { createFlattener } from '../../../files/import/flatten-row.ts';
import {
  layoutFor,
  missingColumns,
  toColumnMapping,
} from '../../../files/import/recipe-settings.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { cancelJob } from '../../../store/system/jobs/run-states.ts';
import type { ApiParts } from '../../api-parts.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, type Reply } from '../../http/refusal.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { firstColumns } from '../jobs/inspect-file.ts';
import { resumeJob, runJob } from '../jobs/run-job.ts';
import { callOfOwner } from '../../http/owner-call.ts';

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
  parts: ApiParts,
  { job: id, recipe, resource }: Working,
  act: () => Promise<boolean>,
): Promise<Ending> {
  const job = await getJob(parts.database, id);
  if (!job) return { state: 'refused', reason: problem('I089', '') };
  if (job.state === 'running') return goesOn;
  if (job.state === 'done') return { state: 'done', job };
  const isDry = job.request?.dryRun !== false;
  const request = { ...recipe.request, layout: layoutFor(recipe.request.layout, job.file) };
  const dryRun = job.state !== 'rehearsed';
  const body = { ...request, recipe: recipe.id, dryRun };
  const params = { id: job.id };
  const call = await callOfOwner(parts, { owner: recipe.owner, resource, params, body });
  if ('code' in call) return { state: 'refused', job, reason: call };
  if (job.state === 'rehearsed') {
    const missing = await findMissing(call, { job, resource }, request);
    if (!isClean(job) || missing.length > 0) return { state: 'waiting', job, missing };
  } else if (job.state !== 'uploaded' && job.state !== 'interrupted') {
    const { reason } = job;
    return { state: 'refused', job, reason: reason ?? problem('I089', '') };
  }
  if (!(await act())) return goesOn;
  const ending = toEnding(job, await run(call, job, isDry));
  // A person decides about steps for columns that the file lacks.
  if (ending.state !== 'refused' || ending.reason.code !== 'I101') return ending;
  return { state: 'waiting', job, missing: await findMissing(call, { job, resource }, request) };
}

async function run(call: UserCall, { id, state }: Job, isDry: boolean): Promise<Reply> {
  if (state !== 'interrupted') return await runJob(call);
  if (!isDry) return await resumeJob(call);
  // A dry run whose server stopped has written nothing and starts again.
  await cancelJob(call.parts.database, id);
  return await runJob(call);
}

/** Problems that pass: another import of the collection, or a state that another server has changed. */
const passing = new Set<unknown>(['S010', 'S011', 'S005', 'S007']);

function toEnding(job: Job, reply: Reply): Ending {
  if (!isRefusal(reply)) return goesOn;
  const [reason] = reply.refused;
  return passing.has(reason.code) ? goesOn : { state: 'refused', job, reason };
}

/** Whether every row is imported as it is, and nobody has to look. */
function isClean({ summary }: Job): boolean {
  const { failed = 0, warnings = 0, updated = 0, unchanged = 0, missing } = summary ?? {};
  const { count = 0 } = summary?.unusedFiles ?? {};
  // A file that lacks more records than it has may be cut off, or another one.
  const isWhole =
    !missing ||
    (missing.failed === 0 && !missing.isWithheld && missing.total <= updated + unchanged);
  return failed === 0 && warnings === 0 && count === 0 && isWhole;
}

async function findMissing(
  call: UserCall,
  { job: { id, file }, resource }: { job: Job; resource: Resource },
  { mapping, steps, layout }: JobRequest,
): Promise<string[]> {
  const parsed = checkLayout(layout ?? {}, file.layout);
  if ('problems' in parsed) return [];
  const columns = await firstColumns(
    () => readJobFile(call.parts.database, id),
    parsed.layout,
    createFlattener({ ...call, resource }, toColumnMapping(mapping)),
  );
  return missingColumns(
    { mapping, steps },
    columns.map(({ name }) => name),
  );
}
