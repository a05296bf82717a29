import type { ImportSettings } from '../../contract/import-settings.ts';
import { Job, type JobState } from '../../contract/jobs.ts';
import { problem } from '../../fields/problems/problem.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { checkImport } from './check-import.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { openChangeSet } from '../../store/system/change-sets.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import { readJob } from '../../store/system/jobs/read-jobs.ts';
import { startAndRead } from '../../store/system/jobs/run-states.ts';
import { toJson } from '../../contract/answer-of.ts';
import type { Acting, SaveAnswer } from '../acting.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { refuseImport } from './refuse-import.ts';
import { earlierSheets, outdatedSheets } from './earlier-sheets.ts';
import { rememberSettings } from './remember-settings.ts';
import { runImport } from './run-import.ts';

const mayStart: readonly JobState[] = ['uploaded', 'rehearsed', 'cancelled', 'failed'];
export const mayGoOn: readonly JobState[] = ['interrupted', 'cancelled', 'failed'];

/** Starts the import of a job, or a dry run. Returns the running job as JSON. */
export async function startImport(
  acting: Acting,
  found: FoundJob,
  settings: ImportSettings,
  keep?: SaveAnswer,
): Promise<string | Refusal> {
  const { state, request, doneRow } = found.job;
  // An import that has written rows can be resumed or undone, but not started again.
  if (request?.dryRun === false && doneRow > 0) return refuse(problem('S010', '', { state }));
  return begin(acting, found, settings, { from: mayStart, keeps: false, keep });
}

/** Resumes an import after its server died, an error ended it or someone stopped it. */
export async function resumeImport(
  acting: Acting,
  found: FoundJob,
  keep?: SaveAnswer,
): Promise<string | Refusal> {
  const { request, state } = found.job;
  // A dry run has written nothing and starts again; an undo continues when it is requested again.
  const canGoOn = request && request.dryRun !== true && request.undo !== true;
  if (!canGoOn) return refuse(problem('S010', '', { state }));
  return begin(acting, found, request, { from: mayGoOn, keeps: true, keep });
}

/** Starts a dry run again with its own settings. */
export async function repeatDryRun(
  acting: Acting,
  found: FoundJob,
  from: readonly JobState[],
): Promise<string | Refusal> {
  return begin(acting, found, found.job.request ?? {}, { from, keeps: false });
}

type Beginning = {
  from: readonly JobState[];
  keeps: boolean;
  /** Stores the answer with the start, so that a request that is sent again after a crash finds it. */
  keep?: SaveAnswer | undefined;
  /** Runs when the job has ended. */
  after?: (stopped: AbortSignal) => Promise<void>;
};

/** Starts a job with these settings. Returns the running job as JSON. */
export async function begin(
  acting: Acting,
  { job, resource }: FoundJob,
  settings: ImportSettings,
  { from, keeps, keep, after }: Beginning,
): Promise<string | Refusal> {
  const { database } = acting.services;
  const paths = findFilePaths(acting, resource);
  const checked = checkImport({ resource, paths, detected: job.file.layout }, settings);
  if ('problems' in checked) return refuse(checked.problems, { status: 400 });
  const { request } = checked;
  const open = () => readJobFile(database, job.id);
  const refusal = await refuseImport(acting, resource, request, { open, sheets: job.file.sheets });
  if (refusal) return refusal;
  if (!request.dryRun) {
    const { name: file } = job.file;
    const set = { id: job.id, way: 'import', resource: resource.name, detail: { file } } as const;
    await openChangeSet(database, { ...set, by: job.createdBy, key: acting.key?.id });
  }
  const lease = newId();
  const stored = { ...settings, dryRun: request.dryRun, atomic: request.atomic };
  const now = await startAndRead(
    database,
    { id: job.id, lease, request: stored, from, keeps },
    async (sql) => await keep?.(sql, toJson(Job, await readJob(sql, job.id))),
  );
  if (now === 'busy') return refuse(problem('S011', '', { resource: resource.name }));
  if (now === 'other') return refuse(problem('S010', '', { state: job.state }));
  const earlier = request.dryRun && { earlier: () => earlierSheets(acting, now) };
  runnerOf(database).begin(async (stopped) => {
    await runImport(acting, { job: now, lease, resource, request, ...earlier }, stopped);
    await after?.(stopped);
    if (request.dryRun && !stopped.aborted) await repeatOutdated(acting, now);
  });
  if (!request.dryRun) await tryToRemember(acting, { job, resource }, settings, request.layout);
  return toJson(Job, now);
}

/** Stores the settings for the next file. The import already runs, so a failure here is only logged. */
async function tryToRemember(...settings: Parameters<typeof rememberSettings>): Promise<void> {
  const [{ services, requestId }, { job }] = settings;
  try {
    await rememberSettings(...settings);
  } catch (err) {
    services.log.warn({ requestId, job: job.id, err }, 'the settings of an import were not stored');
  }
}

/** Repeats the dry runs of further sheets, one after the other: each begins the next when it has ended. */
async function repeatOutdated(acting: Acting, job: Job): Promise<void> {
  try {
    for (const next of await outdatedSheets(acting, job))
      if (typeof (await repeatDryRun(acting, next, ['rehearsed'])) === 'string') return;
  } catch (error) {
    acting.services.log.error(
      { requestId: acting.requestId, job: job.id, err: error },
      'an import failed unexpectedly',
    );
  }
}
