import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, basename } from 'node:path';
import { isObject } from '../../descriptor/json-object.ts';
import { Refusal } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import type { FileManifest } from './backup-files.ts';
import { checkThreads, type ThreadManifest } from './backup-threads.ts';
import type { Installation } from '../installation.ts';

export const MANIFEST = 'manifest.json';

/** The description that a backup contains of itself. */
export type Manifest = {
  /** When the export began; all files show the records of one moment. */
  exportedAt: string;
  /** The hash of the descriptor of the files. */
  descriptor: string;
  files: { file: string; resource: string; records: number; sha256: string }[];
  /** Absent: the backup was made without files. */
  contents?: FileManifest;
  /** Absent: the backup is older than threads. */
  threads?: ThreadManifest;
};

/** Reads the manifest of a folder if it is a backup; refuses it if its files have changed. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const reading = readFile(join(folder, MANIFEST), 'utf8');
  const text = await unlessMissing(reading, ['ENOENT', 'ENOTDIR']);
  if (text === undefined) return undefined;
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new Refusal([`${join(folder, MANIFEST)} cannot be read`], { cause: error });
  }
  if (!isManifest(manifest))
    throw new Refusal([`${join(folder, MANIFEST)} is not the manifest of a backup; ${WITHOUT}`]);
  const lines: string[] = [];
  for (const { file, sha256 } of manifest.files) {
    const actual = await unlessMissing(hashOf(join(folder, file)));
    if (actual === undefined) lines.push(`${join(folder, file)} is missing`);
    else if (actual !== sha256)
      lines.push(`${join(folder, file)} has changed since the backup was made`);
  }
  if (lines.length > 0) throw new Refusal([...lines, WITHOUT]);
  if (manifest.threads) await checkThreads(folder, manifest.threads);
  return manifest;
}

const WITHOUT = `delete ${MANIFEST} to import the folder as edited files`;

function isManifest(value: unknown): value is Manifest {
  return (
    isObject(value) &&
    Array.isArray(value['files']) &&
    value['files'].every((each) => isObject(each) && typeof each['file'] === 'string')
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** People who run commands have access to the database anyway. The audit log says that a command did it. */
const by = 'command';

/** Records a file import by the command line in the audit log. */
export async function auditImport(
  { database }: Pick<Installation, 'database'>,
  { resource, path, mode }: { resource: string; path: string; mode: string },
  { total, created, updated, unchanged, failed }: ImportSummary,
): Promise<void> {
  const detail = { by, file: basename(path), mode, total, created, updated, unchanged, failed };
  await writeAudit(database, { action: 'imported', actor: null, resource, detail });
}

/** Records each file of a backup in the audit log. */
export async function auditExports(
  { database }: Pick<Installation, 'database'>,
  { files }: Manifest,
  format: string,
): Promise<void> {
  for (const { resource, records: rows } of files)
    await writeAudit(database, {
      action: 'exported',
      actor: null,
      resource,
      detail: { by, format, rows },
    });
}
