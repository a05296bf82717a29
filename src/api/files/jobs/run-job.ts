import { Job } from '../../../contract/jobs.ts';
import { answer, answerJson, type Reply } from '../../http/answer/answer.ts';
import { undoImport } from '../../../services/undo/undo-import.ts';
import { createHash } from 'node:crypto';
import { ImportSettings } from '../../../contract/import-settings.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { onlyOnce } from '../../http/only-once.ts';
import type { SaveAnswer } from '../../../services/acting.ts';
import { resumeUndoJob } from '../../../services/undo/start-undo.ts';
import { isRefusal, type Refusal } from '../../../services/refusal.ts';
import { answerUndo } from '../../past/changes/ask-undo.ts';
import { importOrUndo, withJob } from './find-job.ts';
import { resumeImport, startImport } from '../../../services/import/start-import.ts';

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
      const { job } = hit;
      if (job.kind === 'undo') return answerUndo(call, await resumeUndoJob(call, job));
      return toAnswer(call, await resumeImport(call, hit, keepStarted(call, 202, job.id)));
    },
    importOrUndo,
  );
}

/** Undoes the import of the path. */
export async function undoJob(call: UserCall): Promise<Reply> {
  return withJob(call, async (found) => {
    const undone = await undoImport(call, found);
    if (isRefusal(undone)) return undone;
    const origin = { way: 'undo', changeSet: undone.changeSet } as const;
    return answer({ ...call, origin }, 202, Job, undone.job);
  });
}

/** Stores the answer of a job that begins, for a repeated request. */
export function keepStarted({ keepAnswer }: UserCall, status: number, job: string): SaveAnswer {
  const headers = { Location: `/api/jobs/${job}` };
  return async (sql, body) => await keepAnswer?.(sql, { status, headers, body });
}

function toAnswer(call: UserCall, job: string | Refusal): Reply {
  if (typeof job !== 'string') return job;
  return answerJson(call, 202, job, { Location: `/api/jobs/${call.params['id'] ?? ''}` });
}
