import { createReadStream } from 'node:fs';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { claimFolderFile, type FolderKey } from '../../../store/system/jobs/folder-files.ts';
import { insertJob, jobZipKey } from '../../../store/system/jobs/job-file.ts';
import type { ApiServices } from '../../api-parts.ts';
import { describeUpload, LONG, refuseTooMany } from '../jobs/create-job.ts';
import { receiveStored } from '../receive-upload.ts';
import type { OpenFile } from './folder-file.ts';
import { actAs } from '../../../services/act-as.ts';

type Taken = { key: FolderKey; owner: string; resource: Resource };

/** Makes a job of a file. `wait`: another server does, or the owner has too many files; otherwise why it is refused. */
export async function takeFile(
  parts: ApiServices,
  { name, size, open }: OpenFile,
  { key, owner, resource }: Taken,
): Promise<'taken' | 'wait' | Problem> {
  const acting = await actAs(parts, { owner, resource });
  if ('code' in acting) return acting;
  const upload = await receiveStored(await open(), { name, size });
  if ('code' in upload) return upload;
  try {
    // It was changed since it was looked at.
    if (upload.hash !== key.hash) return 'wait';
    const scanned = await scan(parts, upload.zip?.path ?? upload.path);
    if (scanned !== 'clean') return scanned;
    const file = await describeUpload(upload);
    if (await refuseTooMany(acting, file.size + (file.archive?.size ?? 0))) {
      parts.log.warn({ file: name, userId: owner }, 'the owner of a recipe has too many files');
      return 'wait';
    }
    const id = newId();
    const { zip } = upload;
    if (zip) await parts.blobs.put(jobZipKey(id), zip.path, zip.size);
    const isClaimed = await parts.database.transaction(async (sql) => {
      if (!(await claimFolderFile(sql, key, id))) return false;
      const job = { id, resource: resource.name, createdBy: owner, apiKey: null, file };
      await insertJob(sql, job, createReadStream(upload.path, { highWaterMark: 1_048_576 }));
      return true;
    }, LONG);
    if (!isClaimed && zip) await parts.blobs.remove(jobZipKey(id));
    return isClaimed ? 'taken' : 'wait';
  } finally {
    await upload.remove();
  }
}

async function scan({ scan: ask }: ApiServices, path: string): Promise<'clean' | 'wait' | Problem> {
  const verdict = ask ? await ask(path) : 'clean';
  if (verdict === 'clean') return 'clean';
  // A scanner that fails lets nothing pass, and is asked again.
  return verdict === 'infected' ? problem('V068', 'file') : 'wait';
}
