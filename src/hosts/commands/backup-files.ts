import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { QueryRunner } from '../../store/store.ts';
import {
  hashOfFile,
  restoreFile,
  setFileDates,
  usedFiles,
  type BackedUpFile,
} from '../../store/system/files/backup-files.ts';
import { hashOf } from '../../store/system/files/copy-blobs.ts';
import type { Installation } from '../installation.ts';
import { Refusal } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';
import type { Call } from './verb.ts';

/** The folder of a backup with the bytes of files, each named for its SHA-256. */
const FOLDER = 'files';
/** The file in it that says which files there are; one line of JSON for each. */
const FILE_LIST = join(FOLDER, 'files.ndjson');

/** What the manifest of a backup says of its files. `missing`: the SHA-256 of bytes that the store did not have. */
export type FileManifest = {
  list: string;
  sha256: string;
  files: number;
  /** Different ones; each is stored once. */
  contents: number;
  bytes: number;
  missing: string[];
};

/** Writes the list of the files that records have, as `sql` sees them. */
export async function writeFileList(
  sql: QueryRunner,
  folder: string,
): Promise<Pick<FileManifest, 'list' | 'sha256' | 'files'>> {
  await mkdir(join(folder, FOLDER), { mode: 0o700 });
  const hash = createHash('sha256');
  let files = 0;
  async function* lines() {
    for await (const file of usedFiles(sql)) {
      const line = `${JSON.stringify(file)}\n`;
      hash.update(line);
      files += 1;
      yield line;
    }
  }
  const to = createWriteStream(join(folder, FILE_LIST), { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(lines()), to);
  return { list: FILE_LIST, sha256: hash.digest('hex'), files };
}

/** Writes the bytes of all files of the list, once for each content. */
export async function writeContents(
  blobs: BlobStore,
  folder: string,
): Promise<Pick<FileManifest, 'contents' | 'bytes' | 'missing'>> {
  const done = { contents: 0, bytes: 0, missing: [] as string[] };
  const seen = new Set<string>();
  for await (const { sha256, size } of readFileList(folder)) {
    if (seen.has(sha256)) continue;
    seen.add(sha256);
    const path = join(folder, FOLDER, sha256);
    const bytes = await blobs.read(sha256);
    if (bytes && (await hashOf(bytes, path)) === sha256) {
      done.contents += 1;
      done.bytes += size;
      continue;
    }
    await rm(path, { force: true });
    done.missing.push(sha256);
  }
  return done;
}

/**
 * Restores the files of a backup under their ids, before the records that name them. It can be interrupted and
 * repeated: it skips what is there. `end` gives them their dates when the records are there.
 */
export async function restoreFiles(
  {
    database,
    blobs,
    print,
  }: Pick<Installation, 'database'> & Pick<Call, 'print'> & { blobs: BlobStore },
  folder: string,
  manifest: FileManifest,
): Promise<{ end(): Promise<void> }> {
  await checkList(folder, manifest);
  const missing = new Set(manifest.missing);
  const done = { restored: 0, skipped: 0, bytes: 0 };
  for await (const file of readFileList(folder)) {
    const { id, sha256, name, size } = file;
    const there = await hashOfFile(database, id);
    if (there !== undefined && there !== sha256)
      throw new Refusal([`Another file has the id ${id} of ${name}; the backup is of another one`]);
    const isStored = (await blobs.sizeOf(sha256)) === size;
    if (there !== undefined && (isStored || missing.has(sha256))) {
      done.skipped += 1;
      continue;
    }
    const needsBytes = !isStored && !missing.has(sha256);
    await restoreFile(database, file, async () => {
      if (needsBytes) await storeContent(blobs, folder, file);
    });
    done.restored += 1;
    if (needsBytes) done.bytes += size;
  }
  print(
    `${join(folder, FOLDER)}: ${countNoun(done.restored, 'file')} restored (${toSizeText(done.bytes, 'en')}), ${done.skipped} were there`,
  );
  return { end: () => restoreDates(database, folder) };
}

/** The ids of the files of a backup, for a dry run, which restores none. */
export async function readFileIds(folder: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { id } of readFileList(folder)) ids.add(id);
  return ids;
}

async function checkList(folder: string, { sha256 }: FileManifest): Promise<void> {
  const path = join(folder, FILE_LIST);
  const actual = await unlessMissing(hashOf(createReadStream(path)));
  if (actual === sha256) return;
  const wrong = actual === undefined ? 'is missing' : 'has changed since the backup was made';
  throw new Refusal([`${path} ${wrong}; ${WITHOUT}`]);
}

const WITHOUT = 'use --without-files to import the records without their files';

async function storeContent(
  blobs: BlobStore,
  folder: string,
  { sha256, size, name }: BackedUpFile,
): Promise<void> {
  const from = join(folder, FOLDER, sha256);
  const path = join(blobs.scratch, randomUUID());
  try {
    const actual = await unlessMissing(hashOf(createReadStream(from), path));
    if (actual !== sha256) {
      const wrong = actual === undefined ? 'is missing' : 'has changed since the backup was made';
      throw new Refusal([`${from} (${name}) ${wrong}; ${WITHOUT}`]);
    }
    await blobs.put(sha256, path, size);
  } finally {
    await rm(path, { force: true });
  }
}

const PAGE = 1_000;

async function restoreDates(sql: QueryRunner, folder: string): Promise<void> {
  let some: BackedUpFile[] = [];
  for await (const file of readFileList(folder)) {
    some.push(file);
    if (some.length < PAGE) continue;
    await setFileDates(sql, some);
    some = [];
  }
  await setFileDates(sql, some);
}

async function* readFileList(folder: string): AsyncGenerator<BackedUpFile> {
  const file = await open(join(folder, FILE_LIST));
  try {
    for await (const line of file.readLines()) yield JSON.parse(line) as BackedUpFile;
  } finally {
    await file.close();
  }
}
