import { join } from 'node:path';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { removeExpired, sweepFiles, sweepUnfinished } from '../../store/backup/backups.ts';
import { removeExpiredMoments, sweepUnfinishedBases } from '../../store/backup/moment-retention.ts';
import { createSealer } from '../../store/backup/seal.ts';
import { writeArchive, type MadeBackup } from '../../store/backup/write-archive.ts';
import { writeBase, type MadeBase } from '../../store/backup/write-base.ts';
import type { Environment } from '../environment.ts';
import { openFiles } from '../open-files.ts';
import { applicationVersion } from '../../store/application-version.ts';
import { Refusal } from '../refusal.ts';
import { readSecret } from '../read/secret.ts';

export type BackupOutcome = MadeBackup & {
  /** Backups that are gone, because others are kept in their place. */
  expired: string[];
  /** A copy of the data folder, if moments can be restored. */
  base?: MadeBase;
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
  const { backupPointInTime, dataDir, backupKeep } = environment;
  const secret = await readSecret(environment);
  if (secret === undefined)
    throw new Refusal([
      'The secret of the installation is neither in SECRET nor in DATA_DIR; run this with the environment of the server',
    ]);
  const common = {
    url,
    to: store,
    sealer: createSealer(recipients),
    secret,
    version: applicationVersion,
    report,
  };
  const archive = await writeArchive({
    ...common,
    from: await openFiles(environment),
    async prepare() {
      await sweepUnfinished(store);
      await sweepUnfinishedBases(store);
    },
  });
  if (archive === 'busy')
    throw new Refusal(['Another process makes a backup of this database now']);
  if (archive === 'empty')
    throw new Refusal(['There is nothing to back up: no server has started on this database yet']);
  const base = backupPointInTime
    ? await writeBase({ ...common, data: join(dataDir, 'postgres'), archive })
    : undefined;
  if (base === 'busy') throw new Refusal(['Another process makes a backup of this database now']);
  const expired = await removeExpired(store, backupKeep);
  // Also after it was turned off, or the log would stay for ever.
  expired.push(...(await removeExpiredMoments(store, backupKeep.days)));
  await sweepFiles(store);
  return { ...archive, expired, ...(base && { base }) };
}
