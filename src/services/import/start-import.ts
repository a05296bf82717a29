import { z } from 'zod';
import type { ImportSettings } from '../../contract/import-settings.ts';
import { Job, type JobState } from '../../contract/jobs.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { openChangeSet } from '../../store/system/change-sets.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import { readJob } from '../../store/system/jobs/read-jobs.ts';
import { startAndRead } from '../../store/system/jobs/run-states.ts';
import { toJson } from '../../contract/answer-of.ts';
import type { Acting, SaveAnswer } from '../acting.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { defineJob } from '../jobs/define-job.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { undoImport } from '../undo/undo-import.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { admitImport } from './refuse-import.ts';
import { earlierSheets, outdatedSheets } from './earlier-sheets.ts';
import { rememberSettings } from './remember-settings.ts';
import { importSteps } from './run-import.ts';

export const importJob = defineJob({
  ...importSteps,
  kind: 'import',
  request: z.looseObject({}),
  resume: resumeImport,
  undo: undoImport,
});

export const dryRunJob = defineJob({
  ...importSteps,
  kind: 'import',
  request: z.looseObject({ dryRun: z.literal(true) }),
  resume: (acting, found) => repeatDryRun(acting, found, ['interrupted']),
  startsAgain: true,
});

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
  const job = await begin(acting, found, settings, { from: mayStart, keeps: false, keep });
  return isRefusal(job) ? job : toJson(Job, job);
}

/** Resumes an import after its server died, an error ended it or someone stopped it. */
export async function resumeImport(acting: Acting, { job, resource }: FoundJob) {
  const { request, state, id } = job;
  if (!request) return refuse(problem('S010', '', { state }));
  const headers = { Location: `/api/jobs/${id}` };
  const keep: SaveAnswer = async (sql, body) =>
    await acting.keepAnswer?.(sql, { status: 202, headers, body });
  return begin(acting, { job, resource }, request, { from: mayGoOn, keeps: true, keep });
}

/** Starts a dry run again with its own settings. */
async function repeatDryRun(acting: Acting, found: FoundJob, from: readonly JobState[]) {
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

/** Starts a job with these settings. */
export async function begin(
  acting: Acting,
  { job, resource }: FoundJob,
  settings: ImportSettings,
  { from, keeps, keep, after }: Beginning,
): Promise<Job | Refusal> {
  const { database } = acting.services;
  const file = { ...job.file, open: () => readJobFile(acting.services, job.id) };
  const request = await admitImport(acting, resource, { settings }, file);
  if (isRefusal(request)) return request;
  if (!request.dryRun) {
    const detail = { file: job.file.name };
    const set = { id: job.id, way: 'import', resource: resource.name, detail } as const;
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
    const { run } = request.dryRun ? dryRunJob : importJob;
    await run(acting, { job: now, lease, resource, request, ...earlier }, stopped);
    await after?.(stopped);
    if (request.dryRun && !stopped.aborted) await repeatOutdated(acting, now);
  });
  if (!request.dryRun) await tryToRemember(acting, { job, resource }, settings, request.layout);
  return now;
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
      if (!isRefusal(await repeatDryRun(acting, next, ['rehearsed']))) return;
  } catch (error) {
    acting.services.log.error(
      { requestId: acting.requestId, job: job.id, err: error },
      'an import failed unexpectedly',
    );
  }
}
