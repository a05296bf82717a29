import { access, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Manifest } from '../../store/backup/archive.ts';
import { readFileLines, restoreFile } from '../../store/backup/archive-files.ts';
import { checkParts, readParts } from '../../store/backup/parts.ts';
import { findUse, restoreArchive, type NotEmpty } from '../../store/backup/restore-archive.ts';
import type { Opener } from '../../store/backup/seal.ts';
import { toHash } from '../../descriptor/hash.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Environment } from '../environment.ts';
import { inspectDescriptor } from '../read/read-descriptor.ts';
import { openFiles } from '../open-files.ts';
import { Refusal } from '../refusal.ts';
import { readSecret, writeSecret } from '../read/secret.ts';
import { unlessMissing } from '../unless-missing.ts';

type RestoreTask = {
  database: QueryRunner;
  url: string;
  /** The place of backups. */
  store: BlobStore;
  open: Opener;
  backup: string;
  manifest: Manifest;
  report(doing: string): void;
};

/**
 * Restores a backup into an empty installation: first files, secret and descriptor, which do no harm alone, then the
 * database, all or nothing. The database comes last, because a restore can be repeated until it has rows. Returns
 * sentences about what is left to do.
 */
export async function restoreBackup(
  environment: Environment,
  task: RestoreTask,
): Promise<string[]> {
  const { store, open, backup, manifest, report } = task;
  const use = await findUse(task.database);
  if (use) throw refuseUse(use);
  report('checking');
  await checkParts(store, backup, [
    ...manifest.tables.flatMap(({ parts }) => parts),
    ...manifest.files.parts,
  ]);
  await restoreFiles(environment, task);
  const left = [
    ...(await restoreSecret(environment, manifest.secret)),
    ...(await restoreDescriptor(environment, manifest.descriptor)),
  ];
  const outcome = await restoreArchive({
    url: task.url,
    from: store,
    open,
    backup,
    manifest,
    isRehearsal: false,
    report,
  });
  if (outcome !== 'restored') throw refuseUse(outcome);
  return left;
}

function refuseUse(obstacle: NotEmpty): Refusal {
  if (obstacle === 'served')
    return new Refusal(['A server runs on this database; stop it, and restore into an empty one']);
  const each = obstacle.map(
    ({ table, rows }) =>
      `  ${table}: ${rows >= 100_000 ? 'at least ' : ''}${countNoun(rows, 'row')}`,
  );
  return new Refusal([
    'Restore into an empty installation: another database, or another DATA_DIR. This one has:',
    ...each,
  ]);
}

async function restoreFiles(
  environment: Environment,
  { store, open, backup, manifest, report }: RestoreTask,
): Promise<void> {
  const { files } = manifest;
  if (files.count === 0) return;
  const to = await openFiles(environment);
  const missing = new Set(files.missing);
  for await (const file of readFileLines(readParts(store, open, backup, files.parts))) {
    if (!missing.has(file.sha256)) await restoreFile({ from: store, to, open }, file);
    report('files');
  }
}

/** Writes the secret, unless it is there. */
export async function restoreSecret(environment: Environment, secret: string): Promise<string[]> {
  if ((await readSecret(environment)) === secret) return [];
  const path = await writeSecret(environment.dataDir, secret);
  return environment.secret === undefined
    ? []
    : [
        `SECRET is not the one of the backup: sessions, authenticator apps and webhooks need that one. It is in ${path}; set SECRET to it`,
      ];
}

/** Writes the descriptor where there is none, and beside one that differs. */
export async function restoreDescriptor(
  environment: Environment,
  declaration: string,
): Promise<string[]> {
  const path = environment.resources;
  const text = `${JSON.stringify(JSON.parse(declaration), null, 2)}\n`;
  if ((await unlessMissing(access(path).then(() => true))) === undefined) {
    await writeFile(path, text);
    return [];
  }
  const { outcome } = await inspectDescriptor(path);
  if ('descriptor' in outcome && outcome.descriptor.hash === toHash(declaration)) return [];
  const aside = join(dirname(path), 'resources.restored.json');
  await writeFile(aside, text);
  return [
    `${relative('.', path)} is not the descriptor of the backup, which is now in ${relative('.', aside)}. To start with it, set RESOURCES to it, or replace the other file`,
  ];
}
