import { Job } from '../../../contract/jobs.ts';
import { answer, answerJson, type Reply } from '../../http/answer/answer.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { createHash } from 'node:crypto';
import { ImportSettings } from '../../../contract/import-settings.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody, parseOptionalBody } from '../../http/json-body.ts';
import { onlyOnce } from '../../http/only-once.ts';
import type { SaveAnswer } from '../../../services/acting.ts';
import { isRefusal, refuse, type Refusal } from '../../../services/refusal.ts';
import { answerUndo } from '../../past/changes/ask-undo.ts';
import { runningKinds, withJob } from './find-job.ts';
import { startImport } from '../../../services/import/start-import.ts';
import { kindOf } from '../../../services/resume/job-kinds.ts';
import { z } from 'zod';
import { Cells } from '../../../contract/cells.ts';
import { retryFailed } from '../../../services/import/retry-failed.ts';
import { limitUpload } from '../../http/answer/file-streams.ts';

/** Starts the import of a job, or a dry run. */
export async function runJob(call: UserCall): Promise<Reply> {
  return withJob(call, async (hit) => {
    const body = await parseBody(call, ImportSettings);
    if (isRefusal(body)) return body;
    const fingerprint = createHash('sha256')
      .update(`${hit.job.id} ${JSON.stringify(body.value)}`)
      .digest('hex');
    const start = (keep: SaveAnswer) => startImport(call, hit, body.value, keep);
    return toAnswer(call, await onlyOnce(call, fingerprint, start));
  });
}

/** Resumes an import or an undo that has ended early. */
export async function resumeJob(call: UserCall): Promise<Reply> {
  return withJob(
    call,
    async (hit) => {
      const kind = kindOf(hit.job);
      if (!kind || kind.startsAgain) return refuse(problem('S010', '', { state: hit.job.state }));
      const job = await kind.resume(call, hit);
      if (isRefusal(job) || job.kind === 'undo') return answerUndo(call, job);
      return answer(call, 202, Job, job, { Location: `/api/jobs/${job.id}` });
    },
    runningKinds,
  );
}

/** Undoes the import of the path. */
export async function undoJob(call: UserCall): Promise<Reply> {
  return withJob(call, async (found) => {
    const undone = await kindOf(found.job)?.undo?.(call, found);
    if (!undone) return refuse(problem('S010', '', { state: found.job.state }));
    if (isRefusal(undone)) return undone;
    const origin = { way: 'undo', changeSet: undone.changeSet } as const;
    return answer({ ...call, origin }, 202, Job, undone.job);
  });
}

/** Stores the answer of a job that begins, for a repeated request. */
function keepStarted({ keepAnswer }: UserCall, status: number, job: string): SaveAnswer {
  const headers = { Location: `/api/jobs/${job}` };
  return async (sql, body) => await keepAnswer?.(sql, { status, headers, body });
}

function toAnswer(call: UserCall, job: string | Refusal): Reply {
  if (typeof job !== 'string') return job;
  return answerJson(call, 202, job, { Location: `/api/jobs/${call.params['id'] ?? ''}` });
}

export const againBody = z.strictObject({ cells: Cells.optional() });

/** Starts a dry run of the failed rows of an import. */
export async function answerRetry(call: UserCall): Promise<Reply> {
  return withJob(call, async (hit) => {
    const body = await parseOptionalBody(call, againBody);
    if (isRefusal(body)) return body;
    const keep = (job: string) => keepStarted(call, 201, job);
    return limitUpload(call, async () => {
      const retry = await retryFailed(call, hit, body.value.cells ?? {}, keep);
      if (isRefusal(retry)) return retry;
      return answerJson(call, 201, retry.started, { Location: `/api/jobs/${retry.id}` });
    });
  });
}
