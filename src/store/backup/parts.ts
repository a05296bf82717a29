import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BlobFailure, type BlobStore } from '../blobs/blob-store.ts';
import { backupKeys, type Part } from './archive.ts';
import { WrongKey, type Opener, type Sealer } from './seal.ts';

/** Bytes before compression that a part has at most, about: it waits on this disk for its way into the store. */
const PART = 64 * 2 ** 20;

/** Level 1 is three times as fast as the usual one, and its files are a tenth larger. */
const FAST = { level: 1 };

/** A part that is not what the backup says it is. */
export class DamagedBackup extends Error {}

/** Writes the pieces of one backup. */
export type PartWriter = {
  /** Compresses, encrypts and stores bytes of any length, as parts that only together are the whole. */
  write(bytes: AsyncIterable<Buffer>): Promise<Part[]>;
  /** The same under a name, as one part. */
  writeWhole(name: string, bytes: Readable): Promise<Part>;
};

/** `folder`: the beginning of the keys, with a slash at its end. */
export function createPartWriter(
  store: BlobStore,
  sealer: Pick<Sealer, 'seal'>,
  folder: string,
): PartWriter {
  let written = 0;
  const writeWhole = async (name: string, bytes: Readable): Promise<Part> => ({
    name,
    ...(await storeSealed(store, sealer, `${folder}${name}`, bytes)),
  });

  return {
    writeWhole,
    async write(bytes) {
      const parts: Part[] = [];
      const pieces = bytes[Symbol.asyncIterator]();
      let next = await pieces.next();
      const cut = async function* (): AsyncGenerator<Buffer> {
        for (let size = 0; !next.done && size < PART; next = await pieces.next()) {
          size += next.value.length;
          yield next.value;
        }
      };
      while (!next.done) {
        written += 1;
        const name = String(written).padStart(6, '0');
        parts.push(await writeWhole(name, Readable.from(cut(), { objectMode: false })));
      }
      return parts;
    },
  };
}

/** Compresses, encrypts and stores bytes under a key. */
export async function storeSealed(
  store: BlobStore,
  sealer: Pick<Sealer, 'seal'>,
  key: string,
  bytes: Readable,
): Promise<{ size: number; sha256: string }> {
  const gzip = createGzip(FAST);
  // The reader of the compressed bytes gets the error.
  pipeline(bytes, gzip).catch(() => undefined);
  return await storeBytes(store, key, await sealer.seal(gzip));
}

/** Stores bytes whose size is not known yet, unless `mayStore` says, when all have been read, that they are wrong. */
export async function storeBytes(
  store: BlobStore,
  key: string,
  bytes: Readable,
  mayStore = (): boolean => true,
): Promise<{ size: number; sha256: string }> {
  const path = join(store.scratch, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  try {
    const measure = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    };
    await pipeline(bytes, measure, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    if (mayStore()) await store.put(key, path, size);
    return { size, sha256: hash.digest('hex') };
  } finally {
    await rm(path, { force: true });
  }
}

/** The bytes of the parts of a backup, decrypted and unpacked, one part after the other. */
export async function* readParts(
  store: BlobStore,
  open: Opener,
  backup: string,
  parts: readonly Pick<Part, 'name'>[],
): AsyncGenerator<Buffer> {
  for (const { name } of parts) yield* readSealed(store, open, backupKeys.part(backup, name));
}

/** The bytes under a key, decrypted and unpacked. */
export async function* readSealed(
  store: BlobStore,
  open: Opener,
  key: string,
): AsyncGenerator<Buffer> {
  const bytes = await store.read(key);
  if (!bytes) throw new DamagedBackup(`${key} is missing in ${store.place}`);
  try {
    const gunzip = createGunzip();
    const unpacking = pipeline(await open(bytes), gunzip);
    // Seen below, unless the reader has left.
    unpacking.catch(() => undefined);
    yield* gunzip as AsyncIterable<Buffer>;
    await unpacking;
  } catch (error) {
    throw toDamage(error, store, key);
  }
}

/** Bytes that cannot be decrypted or unpacked are damaged; other errors are those of the store or the system. */
export function toDamage(error: unknown, { place }: BlobStore, key: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isOther =
    error instanceof BlobFailure || error instanceof WrongKey || /^(?!Z_)./.test(code);
  return isOther ? error : new DamagedBackup(`${key} in ${place} is damaged`, { cause: error });
}

/** Checks that the store has all parts, byte by byte as they were written. */
export async function checkParts(
  store: BlobStore,
  backup: string,
  parts: readonly Part[],
): Promise<void> {
  for (const { name, sha256 } of parts) {
    const key = backupKeys.part(backup, name);
    const bytes = await store.read(key);
    if (!bytes) throw new DamagedBackup(`${key} is missing in ${store.place}`);
    const hash = createHash('sha256');
    for await (const piece of bytes) hash.update(piece as Buffer);
    if (hash.digest('hex') !== sha256)
      throw new DamagedBackup(`${key} in ${store.place} is damaged`);
  }
}
