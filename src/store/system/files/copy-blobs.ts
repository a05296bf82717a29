import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobFailure, isContentKey, type BlobStore } from '../../blobs/blob-store.ts';
import type { QueryRunner } from '../../store.ts';
import { knownBlobs } from './known-blobs.ts';

/** What a copy has done so far. Sizes are in bytes; `missing` and `damaged` are the keys of contents. */
export type BlobCopy = {
  copied: number;
  bytes: number;
  /** There already, with the same size. */
  skipped: number;
  /** In neither store. */
  missing: string[];
  /** Not the bytes whose SHA-256 the key is. */
  damaged: string[];
};

/** Copies that wait for their store at the same time. */
const PARALLEL = 4;

/**
 * Copies to another store what the database knows: contents, what was made from them, and parts of uploads. Skips what
 * is there, so a copy can be stopped and repeated. Reads each copy again and compares its SHA-256.
 */
export async function copyBlobs(
  sql: QueryRunner,
  from: BlobStore,
  to: BlobStore,
  report: (done: Readonly<BlobCopy>) => void,
): Promise<BlobCopy> {
  const done: BlobCopy = { copied: 0, bytes: 0, skipped: 0, missing: [], damaged: [] };
  const keys = keysToCopy(sql, from);
  const copyInTurn = async (): Promise<void> => {
    for (;;) {
      const next = await keys.next();
      if (next.done) return;
      await copyBlob(next.value, from, to, done);
      report(done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, copyInTurn));
  return done;
}

async function* keysToCopy(sql: QueryRunner, from: BlobStore) {
  for await (const { sha256, size } of knownBlobs(sql)) yield { key: sha256, size };
  for (const prefix of ['derived/', 'uploads/']) yield* from.list(prefix);
}

async function copyBlob(
  { key, size }: { key: string; size: number },
  from: BlobStore,
  to: BlobStore,
  done: BlobCopy,
): Promise<void> {
  if ((await to.sizeOf(key)) === size) {
    done.skipped += 1;
    return;
  }
  const source = await from.read(key);
  if (!source) {
    // What is no content may have been removed since it was listed.
    if (isContentKey(key)) done.missing.push(key);
    return;
  }
  const path = join(to.scratch, randomUUID());
  try {
    const hash = await hashOf(source, path);
    if (isContentKey(key) && hash !== key) {
      done.damaged.push(key);
      return;
    }
    const { size: bytes } = await stat(path);
    await to.put(key, path, bytes);
    const copy = await to.read(key);
    if (!copy || (await hashOf(copy)) !== hash)
      throw new BlobFailure('unreachable', `the copy of ${key} differs from the original`);
    done.copied += 1;
    done.bytes += bytes;
  } finally {
    await rm(path, { force: true });
  }
}

/** The SHA-256 of the bytes, which are also written to `path`, if there is one. */
export async function hashOf(source: Readable, path?: string): Promise<string> {
  const hash = createHash('sha256');
  const pass = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const piece of bytes) {
      hash.update(piece);
      if (path !== undefined) yield piece;
    }
  };
  if (path === undefined) for await (const _ of pass(source)) continue;
  else await pipeline(source, pass, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return hash.digest('hex');
}

/** Removes from a store what another one has with the same size. Returns how many blobs went and how many stayed. */
export async function removeCopied(
  from: BlobStore,
  to: BlobStore,
): Promise<{ removed: number; kept: number }> {
  const done = { removed: 0, kept: 0 };
  for await (const { key, size } of from.list('')) {
    const isCopied = (await to.sizeOf(key)) === size;
    if (isCopied) await from.remove(key);
    done[isCopied ? 'removed' : 'kept'] += 1;
  }
  return done;
}
