import { Job, type JobFile } from '../../../contract/jobs.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { countWaitingFiles, readJob } from '../../../store/system/jobs/read-jobs.ts';
import { insertJob, jobZipKey } from '../../../store/system/jobs/job-file.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { answerJson, type Reply } from '../../http/answer/answer.ts';
import { toJson } from '../../../contract/answer-of.ts';
import type { Acting } from '../../../services/acting.ts';
import type { UserCall } from '../../http/call.ts';
import { onlyOnce } from '../../http/only-once.ts';
import { uploadLimitsOf } from '../../http/upload-limits.ts';
import { receiveUpload, type Upload } from '../receive-upload.ts';
import { isRefusal, refuse, type Refusal } from '../../../services/refusal.ts';
import { limitUpload } from '../../http/answer/file-streams.ts';

/** Storing a file of 2 GB takes longer than a request for a record may. */
export const LONG = { timeout: 60_000, idleTimeout: 60_000 };

/** Per user, of files that are not imported yet. */
const MOST_FILES = 30;
const MOST_BYTES = 5_000_000_000;

/** Stores a file as a job, which can be read, tried in a dry run, and run. */
export function createJob(call: UserCall, resource: Resource): Promise<Reply> {
  return limitUpload(call, () => storeFile(call, resource));
}

async function storeFile(call: UserCall, resource: Resource): Promise<Reply> {
  const declared = Number(call.request.headers.get('Content-Length') ?? 0);
  const full = await refuseTooMany(call, declared);
  if (full) return full;
  const upload = await receiveUpload(call.request, uploadLimitsOf(call.parts));
  if (isRefusal(upload)) return upload;
  // Large files would take all connections from those who save a record.
  const storing = call.parts.database.for('import', LONG.timeout);
  try {
    const [unknown] = upload.fields.keys();
    if (unknown !== undefined) return refuse(problem('Q001', unknown), { status: 400 });
    const { name, hash, zip } = upload;
    const file = await describeUpload(upload);
    const tooMuch = await refuseTooMany(call, file.size + (file.archive?.size ?? 0));
    if (tooMuch) return tooMuch;
    const fingerprint = createHash('sha256').update(`${hash} ${name}`).digest('hex');
    const answer = await onlyOnce(call, fingerprint, async () => {
      const of = {
        resource: resource.name,
        createdBy: call.user._id,
        apiKey: call.key?.id ?? null,
      };
      const job = { id: newId(), ...of, file };
      if (zip) await call.parts.blobs.put(jobZipKey(job.id), zip.path, zip.size);
      return await storing.transaction(async (sql) => {
        await insertJob(sql, job, createReadStream(upload.path, { highWaterMark: 1_048_576 }));
        return toJson(Job, await readJob(sql, job.id));
      }, LONG);
    });
    if (typeof answer !== 'string') return answer;
    const { id } = JSON.parse(answer) as { id: string };
    return answerJson(call, 201, answer, { Location: `/api/jobs/${id}` });
  } finally {
    await upload.remove();
  }
}

/** What a job knows of its file. */
export async function describeUpload(upload: Upload): Promise<JobFile> {
  const { name, hash, layout, confidence, sheets, zip } = upload;
  return {
    name,
    size: (await stat(upload.path)).size,
    hash,
    layout,
    ...(confidence && { confidence }),
    ...(sheets && { sheets: [...sheets] }),
    ...(zip && { archive: { size: zip.size, files: zip.files.length } }),
  };
}

/** Files that users sent and forgot take space on a disk that all users share. */
export async function refuseTooMany(
  { parts, user }: Acting,
  coming: number,
  more = 1,
): Promise<Refusal | undefined> {
  const { files, bytes } = await countWaitingFiles(parts.database, user._id);
  if (files + more <= MOST_FILES && bytes + coming <= MOST_BYTES) return undefined;
  const reason = problem('A021', '', { files: MOST_FILES, bytes: MOST_BYTES });
  return refuse(reason, { headers: { 'Retry-After': '60' } });
}
