import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BlobRange, BlobStore } from '../../src/store/blobs/blob-store.ts';

/** Stores bytes, under their SHA-256 unless another key is given, and returns the key. */
export async function storeBlob(blobs: BlobStore, bytes: Uint8Array, as?: string): Promise<string> {
  const key = as ?? createHash('sha256').update(bytes).digest('hex');
  const path = join(blobs.scratch, randomUUID());
  await writeFile(path, bytes);
  await blobs.put(key, path, bytes.length).finally(() => rm(path, { force: true }));
  return key;
}

export async function readBlob(blobs: BlobStore, key: string, range?: BlobRange): Promise<Buffer> {
  return await buffer((await blobs.read(key, range))!);
}

export async function listBlobs(blobs: BlobStore, prefix: string): Promise<string[]> {
  const keys = [];
  for await (const { key } of blobs.list(prefix)) keys.push(key);
  return keys.toSorted();
}
