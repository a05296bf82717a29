import { Job } from '../../../contract/jobs.ts';
import { createHash } from 'node:crypto';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { answerJson, type Reply } from '../../http/answer/answer.ts';
import { toJson } from '../../../contract/answer-of.ts';
import type { UserCall } from '../../http/call.ts';
import { onlyOnce } from '../../http/only-once.ts';
import { receiveUpload } from '../receive-upload.ts';
import { describeFile, refuseTooMany, storeJob } from '../../../services/import/store-file.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';
import { limitUpload } from '../../http/answer/file-streams.ts';

/** Stores a file as a job, which can be read, tried in a dry run, and run. */
export function createJob(call: UserCall, resource: Resource): Promise<Reply> {
  return limitUpload(call, () => storeFile(call, resource));
}

async function storeFile(call: UserCall, resource: Resource): Promise<Reply> {
  const declared = Number(call.request.headers.get('Content-Length') ?? 0);
  const full = await refuseTooMany(call, declared);
  if (full) return full;
  const upload = await receiveUpload(call.request, call.services);
  if (isRefusal(upload)) return upload;
  try {
    const [unknown] = upload.fields.keys();
    if (unknown !== undefined) return refuse(problem('Q001', unknown), { status: 400 });
    const file = await describeFile(upload);
    const tooMuch = await refuseTooMany(call, file.size + (file.archive?.size ?? 0));
    if (tooMuch) return tooMuch;
    const fingerprint = createHash('sha256').update(`${upload.hash} ${upload.name}`).digest('hex');
    const store = async () =>
      toJson(Job, await storeJob(call, { resource, received: upload, file }));
    const answer = await onlyOnce(call, fingerprint, store);
    if (typeof answer !== 'string') return answer;
    const { id } = JSON.parse(answer) as { id: string };
    return answerJson(call, 201, answer, { Location: `/api/jobs/${id}` });
  } finally {
    await upload.remove();
  }
}
