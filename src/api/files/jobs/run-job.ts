import { Job, type JobState } from '../../../contract/jobs.ts';
import { ImportSettings } from '../../../contract/import-settings.ts';
import { createHash } from 'node:crypto';
import { problem } from '../../../fields/problem.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { openChangeSet } from '../../../store/system/change-sets.ts';
import { startAndRead } from '../../../store/system/jobs/run-states.ts';
import { newId } from '../../../store/records/new-id.ts';
import { answerJson, toJson } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { findFilePaths } from '../../../files/import/file-paths.ts';
import { checkImport } from '../../../services/import/check-import.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { onlyOnce, type SaveAnswer } from '../../http/only-once.ts';
import { refuseImport } from '../refuse-import.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse, type Reply } from '../../http/refusal.ts';
import { resumeUndoJob } from '../../past/changes/ask-undo.ts';
import { type FoundJob, importOrUndo, withJob } from './find-job.ts';
import { earlierSheets, outdatedSheets } from './earlier-sheets.ts';
import { rememberSettings } from './remember-settings.ts';
import { runImport } from './run-import.ts';
import { undoJob } from './undo-job.ts';
import { runnerOf } from '../../http/job-runner.ts';

export const mayStart: readonly JobState[] = ['uploaded', 'rehearsed', 'cancelled', 'failed'];
export const mayGoOn: readonly JobState[] = ['interrupted', 'cancelled', 'failed'];

/** Starts the import of a job, or a dry run. */
export async function runJob(call: UserCall): Promise<Reply> {
  return withJob(call, async (found) => {
    const body = await parseBody(call, ImportSettings);
    if (isRefusal(body)) return body;
    // An import that has written rows can be resumed or undone, but not started again.
    const { job } = found;
    const hasRun = job.request?.['dryRun'] === false && job.doneRow > 0;
    const fingerprint = createHash('sha256')
      .update(`${job.id} ${JSON.stringify(body.value)}`)
      .digest('hex');
    const answer = await onlyOnce(call, fingerprint, async (keep) => {
      if (hasRun) return refuse(problem('S010', '', { state: job.state }));
      return begin(call, found, body.value, { from: mayStart, keeps: false, keep });
    });
    return toAnswer(call, answer);
  });
}

/** Goes on with an interrupted job as a person would: an undo and an import where they were, a dry run again. */
export async function resumeAbandoned(call: UserCall, found: FoundJob) {
  const { job } = found;
  const { request } = job;
  if (request?.['undo'] === true) return undoJob(call);
  if (request?.['dryRun'] !== true) return resumeJob(call);
  const how = { from: ['interrupted'], keeps: false } as const;
  return toAnswer(call, await begin(call, found, request, how));
}

/** Resumes an import after its server died, an error ended it or someone stopped it. */
export async function resumeJob(call: UserCall): Promise<Reply> {
  return withJob(
    call,
    async (found) => {
      const { request } = found.job;
      if (found.job.kind === 'undo') return resumeUndoJob(call, found.job);
      // A dry run has written nothing and starts again; an undo continues when it is requested again.
      const canGoOn = request && request['dryRun'] !== true && request['undo'] !== true;
      if (!canGoOn) return refuse(problem('S010', '', { state: found.job.state }));
      return toAnswer(
        call,
        await begin(call, found, request, {
          from: mayGoOn,
          keeps: true,
          keep: keepStarted(call, 202, found.job.id),
        }),
      );
    },
    importOrUndo,
  );
}

/** Stores the answer of a job that begins, for a repeated request. */
export function keepStarted({ keepAnswer }: UserCall, status: number, job: string): SaveAnswer {
  const headers = { Location: `/api/jobs/${job}` };
  return async (sql, body) => await keepAnswer?.(sql, { status, headers, body });
}

type Beginning = {
  from: readonly JobState[];
  keeps: boolean;
  /** Stores the answer with the start, so that a request that is sent again after a crash finds it. */
  keep?: SaveAnswer;
  /** Runs when the job has ended. */
  after?: (stopped: AbortSignal) => Promise<void>;
};

/** Starts a job with these options. Returns the running job as JSON. */
export async function begin(
  call: UserCall,
  { job, resource }: FoundJob,
  body: ImportSettings,
  { from, keeps, keep, after }: Beginning,
): Promise<string | Refusal> {
  const { database } = call.parts;
  const paths = findFilePaths(call, resource);
  const checked = checkImport({ resource, paths, detected: job.file.layout }, body);
  if ('problems' in checked) return refuse(checked.problems, { status: 400 });
  const { request } = checked;
  const open = () => readJobFile(database, job.id);
  const refusal = await refuseImport(call, resource, request, { open, sheets: job.file.sheets });
  if (refusal) return refusal;
  if (!request.dryRun) {
    const { name: file } = job.file;
    const set = { id: job.id, way: 'import', resource: resource.name, detail: { file } } as const;
    await openChangeSet(database, { ...set, by: job.createdBy, key: call.key?.id });
  }
  const lease = newId();
  const asked = { ...body, dryRun: request.dryRun, atomic: request.atomic };
  const now = await startAndRead(
    database,
    { id: job.id, lease, request: asked, from, keeps },
    async (sql) => await keep?.(sql, toJson(Job, (await getJob(sql, job.id))!)),
  );
  if (now === 'busy') return refuse(problem('S011', '', { resource: resource.name }));
  if (now === 'other') return refuse(problem('S010', '', { state: job.state }));
  const earlier = request.dryRun && { earlier: () => earlierSheets(call, now) };
  runnerOf(database).begin(async (stopped) => {
    await runImport(call, { job: now, lease, resource, request, ...earlier }, stopped);
    await after?.(stopped);
    if (request.dryRun && !stopped.aborted) await repeatOutdated(call, now);
  });
  if (!request.dryRun) await tryToRemember(call, { job, resource }, body, request.layout);
  return toJson(Job, now);
}

/** Stores the settings for the next file. The import already runs, so a failure here is only logged. */
async function tryToRemember(...settings: Parameters<typeof rememberSettings>): Promise<void> {
  const [{ parts, requestId }, { job }] = settings;
  try {
    await rememberSettings(...settings);
  } catch (err) {
    parts.log.warn({ requestId, job: job.id, err }, 'the settings of an import were not stored');
  }
}

/** Repeats the dry runs of further sheets, one after the other: each begins the next when it has ended. */
async function repeatOutdated(call: UserCall, job: Job): Promise<void> {
  const how = { from: ['rehearsed'], keeps: false } as const;
  try {
    for (const next of await outdatedSheets(call, job))
      if (typeof (await begin(call, next, next.job.request!, how)) === 'string') return;
  } catch (error) {
    call.parts.log.error(
      { requestId: call.requestId, job: job.id, err: error },
      'an import failed unexpectedly',
    );
  }
}

function toAnswer(call: UserCall, job: string | Refusal): Reply {
  if (typeof job !== 'string') return job;
  return answerJson(call, 202, job, { Location: `/api/jobs/${call.params['id'] ?? ''}` });
}
