import { z } from 'zod';
import { Cells } from '../../../contract/cells.ts';
import { retryFailed } from '../../../services/import/retry-failed.ts';
import { isRefusal } from '../../../services/refusal.ts';
import { limitUpload } from '../../http/answer/file-streams.ts';
import { answerJson, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseOptionalBody } from '../../http/json-body.ts';
import { withJob } from './find-job.ts';
import { keepStarted } from './run-job.ts';

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
