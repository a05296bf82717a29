import { join } from 'node:path';
import type { Log } from '../store/log-fields.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { describeTarget, type BlobTarget } from '../store/blobs/blob-target.ts';
import { openBlobs } from '../store/blobs/open-blobs.ts';
import { isStoreServed } from '../store/connection/running-servers.ts';
import type { Database } from '../store/connection/database.ts';
import type { QueryRunner } from '../store/store.ts';
import { moveJobFiles } from '../store/system/jobs/move-job-files.ts';
import type { Environment } from './environment.ts';
import { refuseWith } from './refusal.ts';

type FileVariables = Pick<Environment, 'filesUrl' | 'filesKey' | 'filesSecret' | 'dataDir'>;

/** Opens the store of files that the environment names. */
export async function openFiles(environment: FileVariables): Promise<BlobStore> {
  return await refuseWith(openBlobs(filesTarget(environment)));
}

/** Where the environment has the files: by default in the data folder. */
export function filesTarget(
  environment: FileVariables,
  target: BlobTarget = environment.filesUrl ?? { folder: join(environment.dataDir, 'files') },
): BlobTarget {
  const { filesKey: key, filesSecret: secret } = environment;
  const isOpen = 'bucket' in target && !target.credentials;
  return isOpen && key && secret ? { ...target, credentials: { key, secret } } : target;
}

/**
 * Logs what is wrong with the store of files. The server starts all the same: most work needs no files, and the store
 * may come back.
 */
export async function reportFiles(
  environment: FileVariables,
  blobs: BlobStore,
  database: QueryRunner,
  log: Log,
): Promise<void> {
  const fileStore = describeTarget(filesTarget(environment));
  try {
    if (await isStoreServed(database, fileStore, 'other'))
      log.warn({ fileStore }, 'another server has its files in another store: check FILES_URL');
    await blobs.sizeOf('0'.repeat(64));
  } catch (err) {
    log.error({ err }, 'the file store cannot be used');
  }
}

/** Moves what an earlier version stored in the database, before anybody asks for it. */
export async function moveOldFiles(blobs: BlobStore, database: Database, log: Log): Promise<void> {
  try {
    const jobs = await moveJobFiles({ database, blobs });
    if (jobs > 0)
      log.info({ count: jobs }, 'The files of imports have moved into the store of files');
  } catch (err) {
    log.error(
      { err },
      'files of earlier imports are still in the database; the next start moves them',
    );
  }
}
