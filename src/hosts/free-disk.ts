import { stat, statfs } from 'node:fs/promises';
import type { FreeDisk } from '../api/api-services.ts';
import type { Environment } from './environment.ts';
import { filesTarget } from './open-files.ts';
import { unlessMissing } from './unless-missing.ts';

/**
 * Reads the free bytes of the disks of this machine on which the installation keeps data: of the embedded database, and
 * of a folder with files where that is another disk. Undefined if all data is elsewhere.
 */
export function openFreeDisk(
  environment: Pick<
    Environment,
    'databaseUrl' | 'dataDir' | 'filesUrl' | 'filesKey' | 'filesSecret'
  >,
): (() => Promise<FreeDisk>) | undefined {
  const { databaseUrl, dataDir } = environment;
  const target = filesTarget(environment);
  const files = 'folder' in target ? target.folder : undefined;
  if (databaseUrl !== undefined && files === undefined) return undefined;
  return async () => {
    const database = databaseUrl === undefined ? await readDisk(dataDir) : undefined;
    // The folder of the files is made with the first one, in the data folder.
    const other = files && ((await readDisk(files)) ?? (await readDisk(dataDir)));
    return {
      ...(database && { database: database.free }),
      ...(other && other.disk !== database?.disk && { files: other.free }),
    };
  };
}

/** The file system of a folder, and its free bytes. Undefined if the folder does not exist. */
export async function readDisk(
  folder: string,
): Promise<{ disk: number; free: number } | undefined> {
  const stats = await unlessMissing(stat(folder));
  if (!stats) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return { disk: stats.dev, free: bavail * bsize };
}
