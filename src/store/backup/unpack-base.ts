import { isKnownBlob } from '../system/files/compare-blobs.ts';
import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { QueryRunner } from '../store.ts';
import { listContents, readFileLines, restoreFile } from './archive-files.ts';
import { momentKeys, segmentOf, type Piece } from './moment-keys.ts';
import { listNewFiles, type Base } from './moments.ts';
import { DamagedBackup, readSealed } from './parts.ts';
import type { Opener } from './seal.ts';
import { readTar } from './tar.ts';
import type { BaseManifest } from './write-base.ts';

type Source = { store: BlobStore; open: Opener; report(doing: string): void };

export async function readBaseManifest(
  { store, open: openSealed }: Pick<Source, 'store' | 'open'>,
  { chain, name }: Base,
): Promise<BaseManifest> {
  const bytes = readSealed(store, openSealed, `${momentKeys.base(chain, name)}manifest`);
  return (await json(Readable.from(bytes, { objectMode: false }))) as BaseManifest;
}

/** Writes the data folder and its log, so that a server that starts there recovers. */
export async function unpackBase(
  source: Source,
  { base, pieces, manifest }: { base: Base; pieces: readonly Piece[]; manifest: BaseManifest },
  data: string,
): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  for await (const entry of readTar(readAll(source, base, manifest.parts))) {
    const path = join(data, normalize(`/${entry.path}`));
    source.report(entry.path);
    if ('folder' in entry) await mkdir(path, { mode: 0o700, recursive: true });
    else await pipeline(entry.bytes, createWriteStream(path, { mode: 0o600 }));
  }
  for (const piece of pieces) {
    source.report('the log');
    await writePiece(source, piece, manifest, join(data, 'pg_wal'));
  }
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
}

async function* readAll(
  { store, open: openSealed }: Source,
  { chain, name }: Base,
  parts: BaseManifest['parts'],
): AsyncGenerator<Buffer> {
  const folder = momentKeys.base(chain, name);
  for (const part of parts) yield* readSealed(store, openSealed, `${folder}${part.name}`);
}

async function writePiece(
  { store, open: openSealed }: Source,
  piece: Piece,
  { timeline, segmentSize }: BaseManifest,
  folder: string,
): Promise<void> {
  const key = momentKeys.piece(piece);
  const bytes = await buffer(readSealed(store, openSealed, key));
  const start = Number(piece.from % BigInt(segmentSize));
  if (BigInt(bytes.length) !== piece.to - piece.from || start + bytes.length > segmentSize)
    throw new DamagedBackup(`${key} in ${store.place} is damaged`);
  const path = join(folder, segmentOf(piece.from, timeline, segmentSize));
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    // PostgreSQL wants whole segments; what follows is zeros.
    await file.truncate(segmentSize);
    await file.write(bytes, 0, bytes.length, start);
  } finally {
    await file.close();
  }
}

/** Files that the restored database knows and that could not be restored, by their SHA-256. */
export type RestoredFiles = { count: number; missing: string[] };

/** Restores the files that the database knows, from the lists of the base and those that came after it. */
export async function restoreMomentFiles(
  { store, open: openSealed, report }: Source,
  { base, manifest }: { base: Base; manifest: BaseManifest },
  { sql, to }: { sql: QueryRunner; to: BlobStore },
): Promise<RestoredFiles> {
  const folder = momentKeys.base(base.chain, base.name);
  const lists = [
    ...manifest.files.map(({ name }) => `${folder}${name}`),
    ...(await listNewFiles(store, base)),
  ];
  const done: RestoredFiles = { count: 0, missing: [] };
  for (const key of lists)
    for await (const file of readFileLines(readSealed(store, openSealed, key))) {
      report('files');
      if (!(await isKnownBlob(sql, file.sha256))) continue;
      await restoreFile({ from: store, to, open: openSealed }, file).catch(unlessDamaged);
    }
  for await (const { sha256, size } of listContents(sql)) {
    done.count += 1;
    if ((await to.sizeOf(sha256)) !== size) done.missing.push(sha256);
  }
  return done;
}

/** What the store lacks is found at the end, so that all of it is named. */
function unlessDamaged(error: unknown): void {
  if (!(error instanceof DamagedBackup)) throw error;
}
