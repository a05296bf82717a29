import { join } from 'node:path';
import type { Log } from '../../store/log-fields.ts';
import { createSealer, type Sealer } from '../../store/backup/seal.ts';
import { shipFiles } from '../../store/backup/ship-files.ts';
import { shipWal } from '../../store/backup/ship-wal.ts';
import type { Chain } from '../../store/backup/wal-chain.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { QueryRunner } from '../../store/store.ts';
import { lastBackup } from '../../store/system/backups/backup-runs.ts';
import { makeDue } from '../../store/system/scheduled/run-due-tasks.ts';
import type { Environment } from '../environment.ts';
import { openBackupStore } from './backup-store.ts';
import { requireValue } from '../../fields/require-entry.ts';

export type ChangeParts = {
  /** Of the database. */
  url: string;
  database: QueryRunner;
  /** The store of files. */
  blobs: BlobStore;
};

/** Copies what has changed since the last run: the log of the embedded database, then new files. */
export function createChangeCopy(
  environment: Environment,
  { url, database, blobs }: ChangeParts,
  log: Log,
) {
  const sealer = createSealer(requireValue(environment.backupKey, 'backup key'));
  const data = join(environment.dataDir, 'postgres');
  let store: BlobStore | undefined;
  let until = Date.now();
  let waiting = 0;
  let chain: Chain | undefined;

  const openStore = async (): Promise<BlobStore> =>
    (store ??= await openBackupStore(environment, undefined));
  const copyLog = async (): Promise<void> => {
    const report = (bytes: number): void => void (waiting = bytes);
    const shipped = await shipWal({ url, data, sealer, openStore, report });
    if (shipped === 'busy') return;
    until = shipped.until.getTime();
    if (shipped.chain.begins) await beginChain(database, shipped.chain.begins, log);
    chain = shipped.chain;
  };
  const copyFiles = createFileCopy(database, { from: blobs, sealer });
  const runs = {
    log: createRun('the log of the database', copyLog, log),
    files: createRun('new files', async () => copyFiles(store, chain), log),
  };
  return {
    state: { archivedUntil: () => until, waitingBytes: () => waiting },
    // Files follow the log, so that a long video delays no record.
    run: async (): Promise<void> => {
      await runs.log();
      void runs.files();
    },
    async end(): Promise<void> {
      await runs.log();
      await runs.log();
      await runs.files();
    },
  };
}

/** A chain begins with a backup, and not only at the time of day of the next one. */
async function beginChain(
  database: QueryRunner,
  begins: NonNullable<Chain['begins']>,
  log: Log,
): Promise<void> {
  const next = 'moments can be restored from the next backup on, which begins within a minute';
  if (begins === 'first') log.info({}, next);
  else
    log.error(
      {},
      `the log of the database waited for the backup store for so long that a part of it is gone; ${next}`,
    );
  await makeDue(database, 'backup');
}

function createFileCopy(database: QueryRunner, stores: { from: BlobStore; sealer: Sealer }) {
  const shippedHashes = new Set<string>();
  let since: Date | undefined;
  return async (to: BlobStore | undefined, chain: Chain | undefined): Promise<void> => {
    const last = await lastBackup(database);
    // The first backup copies all files.
    if (!to || !chain || !last) return;
    // Later ones may have removed what an earlier list names.
    if (last.getTime() !== since?.getTime()) shippedHashes.clear();
    since = last;
    await shipFiles(database, { ...stores, to }, { chain: chain.name, since, shippedHashes });
  };
}

/** Runs work one at a time, and logs when it begins to fail and when it works again. */
function createRun(what: string, work: () => Promise<void>, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined;
  let fails = false;
  const run = async (): Promise<void> => {
    try {
      await work();
      if (fails) log.info({}, `${what}: in the backup store again`);
      fails = false;
    } catch (err) {
      if (!fails)
        log.error(
          { err },
          `${what}: cannot be stored in the backup store; the server tries again each minute`,
        );
      fails = true;
    }
  };
  return () => (running ??= run().finally(() => (running = undefined)));
}
