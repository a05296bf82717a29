import { stat } from 'node:fs/promises';
import type { Job, JobFile } from '../../contract/jobs.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import {
  deleteJob,
  insertJob,
  storeJobFiles,
  type NewJobFile,
} from '../../store/system/jobs/job-file.ts';
import { countWaitingFiles, readJob } from '../../store/system/jobs/read-jobs.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Acting } from '../acting.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Per user, of files that are not imported yet. */
const MOST_FILES = 30;
const MOST_BYTES = 5_000_000_000;

type NewFile = { resource: Resource; received: ReceivedFile; file: JobFile };

/** Claims the file for the job with this ID, in the transaction that stores it; false: somebody else has it. */
type Claim = (sql: QueryRunner, id: string) => Promise<boolean>;

/** Stores a received file as a job of the caller, which can be read, tried in a dry run, and run. */
export async function storeJob(acting: Acting, stored: NewFile): Promise<Job>;
export async function storeJob(
  acting: Acting,
  stored: NewFile,
  claim: Claim,
): Promise<Job | undefined>;
export async function storeJob(
  { services, user, key }: Acting,
  { resource, received, file }: NewFile,
  claim: Claim = async () => true,
): Promise<Job | undefined> {
  const id = newId();
  const { zip, path, hash, tableHash } = received;
  const files: NewJobFile[] = [{ part: 'table', path, size: file.size, sha256: tableHash }];
  if (zip) files.push({ part: 'zip', path: zip.path, size: zip.size, sha256: hash });
  const of = { createdBy: user._id, apiKey: key?.id ?? null };
  let job: Job | undefined;
  try {
    await storeJobFiles(services, id, files);
    job = await services.database.transaction(async (sql) => {
      if (!(await claim(sql, id))) return undefined;
      await insertJob(sql, { id, resource: resource.name, ...of, file });
      return await readJob(sql, id);
    });
    return job;
  } finally {
    if (!job) await deleteJob(services, id);
  }
}

/** What a job knows of its file. */
export async function describeFile(received: ReceivedFile): Promise<JobFile> {
  const { name, hash, layout, confidence, sheets, zip } = received;
  return {
    name,
    size: (await stat(received.path)).size,
    hash,
    layout,
    ...(confidence && { confidence }),
    ...(sheets && { sheets: [...sheets] }),
    ...(zip && { archive: { size: zip.size, files: zip.files.length } }),
  };
}

/** Files that users sent and forgot take space on a disk that all users share. */
export async function refuseTooMany(
  { services, user }: Acting,
  coming: number,
  more = 1,
): Promise<Refusal | undefined> {
  const { files, bytes } = await countWaitingFiles(services.database, user._id);
  if (files + more <= MOST_FILES && bytes + coming <= MOST_BYTES) return undefined;
  const reason = problem('A021', '', { files: MOST_FILES, bytes: MOST_BYTES });
  return refuse(reason, { headers: { 'Retry-After': '60' } });
}
