import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Manifest } from '../../store/backup/archive.ts';
import { readArchived, readFileLines } from '../../store/backup/archive-files.ts';
import { checkParts, DamagedBackup, readParts } from '../../store/backup/parts.ts';
import { compareRestored, restoreArchive } from '../../store/backup/restore-archive.ts';
import type { Opener } from '../../store/backup/seal.ts';
import { withScratchDatabase } from './scratch-database.ts';

type Rehearsal = {
  /** The place of backups. */
  store: BlobStore;
  open: Opener;
  backup: string;
  manifest: Manifest;
  report(doing: string): void;
};

export type RehearsalOutcome = {
  tables: number;
  rows: number;
  files: number;
  seconds: number;
  /** A sentence for all that is not as the backup says. */
  wrong: string[];
};

/** Restores a backup into a database that is dropped afterwards, and compares all of it: rows, sequences, webhooks and files. */
export async function rehearseBackup(url: string, task: Rehearsal): Promise<RehearsalOutcome> {
  const { store, open, backup, manifest, report } = task;
  const { tables, files } = manifest;
  const begun = performance.now();
  report('checking');
  await checkParts(store, backup, [...tables.flatMap(({ parts }) => parts), ...files.parts]);
  const wrong = await withScratchDatabase(url, async (scratch) => {
    const restored = { url: scratch, from: store, open, backup, manifest, report };
    await restoreArchive({ ...restored, isRehearsal: true });
    return await compareRestored(scratch, manifest);
  });
  wrong.push(...(await checkFiles(task)));
  return {
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.count,
    seconds: (performance.now() - begun) / 1_000,
    wrong,
  };
}

/** Reads every file of the backup. */
async function checkFiles({ store, open, backup, manifest, report }: Rehearsal): Promise<string[]> {
  const { files } = manifest;
  const missing = new Set(files.missing);
  const wrong = files.missing.map((sha256) => `the store of files lacked ${sha256}`);
  for await (const file of readFileLines(readParts(store, open, backup, files.parts))) {
    report('files');
    if (missing.has(file.sha256)) continue;
    try {
      await readArchived(store, open, file);
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error;
      wrong.push(error.message);
    }
  }
  return wrong;
}
