import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationVersion } from '../../store/application-version.ts';
import { makePicturesAgain } from '../../store/backup/restore-archive.ts';
import { planMoment, readMoments, type MomentPlan } from '../../store/backup/moments.ts';
import {
  readBaseManifest,
  restoreMomentFiles,
  unpackBase,
  type RestoredFiles,
} from '../../store/backup/unpack-base.ts';
import type { Opener } from '../../store/backup/seal.ts';
import type { BaseManifest } from '../../store/backup/write-base.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import { openDatabase } from '../../store/connection/database.ts';
import { syncFolder } from '../../store/embedded/data-folder.ts';
import { embeddedVersion, openEmbedded } from '../../store/embedded/embedded.ts';
import { readApplied } from '../../store/schema/tables/applied-descriptor.ts';
import type { Environment } from '../environment.ts';
import { openFiles } from '../open-files.ts';
import { Refusal } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';
import { isNewer } from './backup-store.ts';
import { restoreDescriptor, restoreSecret } from './restore-backup.ts';
import { withDraft } from './with-draft.ts';

type MomentTask = {
  /** The place of backups. */
  store: BlobStore;
  open: Opener;
  at: Date;
  report(doing: string): void;
};

type RestoredMoment = { base: string; files: RestoredFiles; left: string[] };

const log = { info() {}, warn() {} };

/**
 * Restores the embedded database as it was at a moment: a copy of the data folder from before, and the log until then.
 * It recovers beside the place of the database, which it takes only when everything is there.
 */
export async function restoreMoment(
  environment: Environment,
  task: MomentTask,
): Promise<RestoredMoment> {
  const { dataDir } = environment;
  const data = join(dataDir, 'postgres');
  await checkEmpty(environment, data);
  const { store, at } = task;
  if (at.getTime() > Date.now()) throw new Refusal([`${at.toISOString()} is in the future`]);
  const plan = planMoment(await readMoments(store), at);
  if (!('base' in plan)) throw refuseMoment(plan, task);
  const { base, pieces } = plan;
  const manifest = await readBaseManifest(task, base);
  checkManifest(manifest, embeddedVersion(dataDir));
  return await withDraft(dataDir, async (draft) => {
    await unpackBase(task, { base, pieces, manifest }, join(draft, 'postgres'));
    task.report('recovering');
    const server = await openEmbedded({
      dir: draft,
      log,
      recovers: true,
      settings: {
        // It does not know names of time zones yet, not even `Z`.
        recovery_target_time: at.toISOString().replace('Z', '+00'),
        recovery_target_action: 'promote',
        recovery_target_timeline: 'current',
        // The whole log is there already.
        restore_command: 'exit 1',
        hot_standby: 'off',
      },
    }).catch((cause: Error) => {
      throw new Refusal([`PostgreSQL cannot recover this moment. ${cause.message}`], { cause });
    });
    let restored;
    try {
      restored = await completeRestore(environment, task, server.url, { base, manifest });
    } finally {
      await server.stop();
    }
    const { files, declaration } = restored;
    const left = [
      ...(await restoreSecret(environment, manifest.secret)),
      ...(declaration ? await restoreDescriptor(environment, declaration) : []),
    ];
    // Last, because a restore can be repeated until there is a database.
    await rename(join(draft, 'postgres'), data);
    syncFolder(dataDir);
    return { base: base.name, files, left };
  });
}

async function checkEmpty({ databaseUrl }: Environment, data: string): Promise<void> {
  if (databaseUrl)
    throw new Refusal([
      'A moment is restored into the embedded database only; unset DATABASE_URL. For your own server use pgBackRest, or the way of your provider',
    ]);
  if (await unlessMissing(stat(data)))
    throw new Refusal([
      `There is a database in ${data}. Restore a moment into a new installation: set DATA_DIR to a folder without one`,
    ]);
}

function refuseMoment(
  { windows, gap, firstCopy }: Exclude<MomentPlan, { base: unknown }>,
  { at, store }: MomentTask,
): Refusal {
  const moment = at.toISOString();
  const [first] = windows;
  if (!first && !gap)
    return new Refusal([
      `No moment can be restored from ${store.place}: ${describeCopy(firstCopy)}`,
    ]);
  const side = first && at < first.from ? 'before the first' : 'after the last';
  const reason = gap
    ? `${moment} cannot be restored: the log from ${gap.after.toISOString()} to ${gap.before.toISOString()} is missing in ${store.place}`
    : `${moment} is ${side} moment that can be restored`;
  const choices = windows.map(
    ({ from, to }) => `  from ${from.toISOString()} to before ${to.toISOString()}`,
  );
  return new Refusal([reason, ...(first ? ['These moments can be restored:', ...choices] : [])]);
}

function describeCopy(firstCopy: Date | 'unfinished' | undefined): string {
  if (firstCopy === undefined)
    return 'it has no copy of a data folder with its log (BACKUP_POINT_IN_TIME)';
  return firstCopy === 'unfinished'
    ? 'the first copy of the data folder is not complete yet. Moments after its end can be restored'
    : `the log after its first copy has not arrived yet. When it arrives, moments from ${firstCopy.toISOString()} can be restored`;
}

function checkManifest({ format, version, postgres, platform }: BaseManifest, major: number): void {
  const here = `${process.platform}-${process.arch}`;
  if (format !== 1 || isNewer(version, applicationVersion))
    throw new Refusal([
      `Version ${version} made this copy, and this is version ${applicationVersion}: restore it with version ${version} or newer`,
    ]);
  if (postgres !== major)
    throw new Refusal([
      `PostgreSQL ${postgres} wrote this copy, and this is PostgreSQL ${major}: restore the moment with version ${version} of Backoffice, or a daily backup with this one`,
    ]);
  if (platform !== here)
    throw new Refusal([
      `A machine of the kind ${platform} wrote this copy, and this one is ${here}: restore the moment there, or a daily backup here`,
    ]);
}

async function completeRestore(
  environment: Environment,
  { store, open, report }: MomentTask,
  url: string,
  { base, manifest }: { base: Parameters<typeof readBaseManifest>[1]; manifest: BaseManifest },
): Promise<{ files: RestoredFiles; declaration: string | null }> {
  const database = await openDatabase({ url, log, connections: 2 });
  try {
    const blobs = await openFiles(environment);
    const source = { store, open, report };
    const into = { sql: database, to: blobs };
    const files = await restoreMomentFiles(source, { base, manifest }, into);
    await makePicturesAgain(database);
    const applied = await readApplied(database);
    return { files, declaration: applied?.declaration ?? null };
  } finally {
    await database.close();
  }
}
