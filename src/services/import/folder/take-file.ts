import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { claimFolderFile, type FolderKey } from '../../../store/system/jobs/folder-files.ts';
import type { QueryRunner } from '../../../store/store.ts';
import type { Services } from '../../acting.ts';
import { receiveStored } from '../../files/receive-file.ts';
import { describeFile, refuseTooMany, storeJob } from '../store-file.ts';
import type { OpenFile } from './folder-file.ts';
import { actAs } from '../../act-as.ts';

type Taken = { key: FolderKey; owner: string; resource: Resource };

/** Makes a job of a file. `wait`: another server does, or the owner has too many files; otherwise why it is refused. */
export async function takeFile(
  services: Services,
  { name, size, open }: OpenFile,
  { key, owner, resource }: Taken,
): Promise<'taken' | 'wait' | Problem> {
  const acting = await actAs(services, { owner, resource, needs: 'import' });
  if ('code' in acting) return acting;
  const received = await receiveStored(await open(), {
    name,
    size,
    folder: services.blobs.scratch,
  });
  if ('code' in received) return received;
  try {
    // It was changed since it was looked at.
    if (received.hash !== key.hash) return 'wait';
    const scanned = await scan(services, received.zip?.path ?? received.path);
    if (scanned !== 'clean') return scanned;
    const file = await describeFile(received);
    if (await refuseTooMany(acting, file.size + (file.archive?.size ?? 0))) {
      services.log.warn({ file: name, userId: owner }, 'the owner of a recipe has too many files');
      return 'wait';
    }
    const claim = (sql: QueryRunner, id: string) => claimFolderFile(sql, key, id);
    const job = await storeJob(acting, { resource, received, file }, claim);
    return job ? 'taken' : 'wait';
  } finally {
    await received.remove();
  }
}

async function scan({ scan: ask }: Services, path: string): Promise<'clean' | 'wait' | Problem> {
  const verdict = ask ? await ask(path) : 'clean';
  if (verdict === 'clean') return 'clean';
  // A scanner that fails lets nothing pass, and is asked again.
  return verdict === 'infected' ? problem('V068', 'file') : 'wait';
}
