import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { removeExpired, sweepFiles, sweepUnfinished } from '../../store/backup/backups.ts';
import { createSealer } from '../../store/backup/seal.ts';
import { writeArchive, type MadeBackup } from '../../store/backup/write-archive.ts';
import type { Environment } from '../environment.ts';
import { openFiles } from '../open-files.ts';
import { applicationVersion } from '../../store/application-version.ts';
import { Refusal } from '../refusal.ts';
import { readSecret } from '../secret.ts';

export type BackupOutcome = MadeBackup & {
  /** Backups that are gone, because others are kept in their place. */
  expired: string[];
};

/**
 * Makes a backup of the database at `url` and of its files, then removes what is no longer kept. `recipients`: who can
 * read it; without any, everybody can.
 */
export async function makeBackup(
  environment: Environment,
  url: string,
  store: BlobStore,
  { recipients, report }: { recipients: readonly string[]; report: (done: string) => void },
): Promise<BackupOutcome> {
  const secret = await readSecret(environment);
  if (secret === undefined)
    throw new Refusal([
      'The secret of the installation is neither in SECRET nor in DATA_DIR; run this with the environment of the server',
    ]);
  const made = await writeArchive({
    url,
    from: await openFiles(environment),
    to: store,
    sealer: createSealer(recipients),
    secret,
    version: applicationVersion,
    prepare: async () => void (await sweepUnfinished(store)),
    report,
  });
  if (made === 'busy') throw new Refusal(['Another process makes a backup of this database now']);
  if (made === 'empty')
    throw new Refusal(['There is nothing to back up: no server has started on this database yet']);
  const expired = await removeExpired(store, environment.backupKeep);
  await sweepFiles(store);
  return { ...made, expired };
}
