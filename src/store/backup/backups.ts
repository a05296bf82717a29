import { requireItem } from '../../fields/require-entry.ts';
import { json } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import { backupKeys, isBackupName, timeOfBackup, type Manifest } from './archive.ts';
import { listMomentNames } from './moment-retention.ts';
import { DamagedBackup, readParts } from './parts.ts';
import { chooseKept, type Retention } from './retention.ts';
import type { Opener } from './seal.ts';

/** A backup in a store; `bytes` without the files, which backups share. */
export type StoredBackup = { name: string; at: Date; bytes: number };

/** The backups in a store, the newest first. `unfinished`: the keys of those that have no manifest. */
export async function listBackups(
  store: BlobStore,
): Promise<{ backups: StoredBackup[]; unfinished: string[] }> {
  const byName = new Map<string, { keys: string[]; bytes: number }>();
  for await (const { key, size } of store.list(backupKeys.all)) {
    const name = requireItem(key.slice(backupKeys.all.length).split('/'), 0);
    if (!isBackupName(name)) continue;
    const { keys, bytes } = byName.get(name) ?? { keys: [], bytes: 0 };
    byName.set(name, { keys: [...keys, key], bytes: bytes + size });
  }
  const all = [...byName].map(([name, each]) => ({
    name,
    at: timeOfBackup(name),
    ...each,
    isWhole: each.keys.includes(backupKeys.manifest(name)),
  }));
  return {
    backups: all
      .filter(({ isWhole }) => isWhole)
      .map(({ name, at, bytes }) => ({ name, at, bytes }))
      .toSorted((one, other) => other.name.localeCompare(one.name)),
    unfinished: all.filter(({ isWhole }) => !isWhole).flatMap(({ keys }) => keys),
  };
}

/** Removes what backups have left that did not come to their end. None may be running. */
export async function sweepUnfinished(store: BlobStore): Promise<number> {
  const { unfinished } = await listBackups(store);
  for (const key of unfinished) await store.remove(key);
  return unfinished.length;
}

/** Removes the backups that are no longer to be kept. Returns their names. */
export async function removeExpired(store: BlobStore, retention: Retention): Promise<string[]> {
  const { backups } = await listBackups(store);
  const kept = chooseKept(
    backups.map(({ name }) => name),
    retention,
  );
  const expired = backups.map(({ name }) => name).filter((name) => !kept.has(name));
  for (const name of expired) await removeBackup(store, name);
  return expired;
}

async function removeBackup(store: BlobStore, name: string): Promise<void> {
  // First, so that what is left when this ends early is no backup.
  await store.remove(backupKeys.manifest(name));
  const keys: string[] = [];
  for await (const { key } of store.list(backupKeys.of(name))) keys.push(key);
  for (const key of keys) await store.remove(key);
}

const DAY = 86_400_000;

/**
 * Removes the files that are no longer in a backup. Young ones stay, because another installation may be making its first
 * backup in the same place.
 */
export async function sweepFiles(store: BlobStore, before = Date.now() - DAY): Promise<number> {
  const used = new Set<string>();
  const { backups } = await listBackups(store);
  const lists = [
    ...backups.map(({ name }) => backupKeys.blobNames(name)),
    ...(await listMomentNames(store)),
  ];
  for (const key of lists) for await (const file of readNames(store, key)) used.add(file);
  const unused: string[] = [];
  for await (const { key, at } of store.list(backupKeys.blobs)) {
    const name = key.slice(backupKeys.blobs.length);
    if (!used.has(name) && at.getTime() < before) unused.push(key);
  }
  for (const key of unused) await store.remove(key);
  return unused.length;
}

async function* readNames(store: BlobStore, key: string): AsyncGenerator<string> {
  const bytes = await store.read(key);
  if (!bytes) throw new DamagedBackup(`${key} is missing in ${store.place}`);
  let begun = '';
  for await (const piece of bytes) {
    const lines = (begun + String(piece)).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
}

/** What a backup says of itself. */
export async function readManifest(
  store: BlobStore,
  open: Opener,
  name: string,
): Promise<Manifest> {
  const bytes = readParts(store, open, name, [{ name: 'manifest' }]);
  return (await json(Readable.from(bytes, { objectMode: false }))) as Manifest;
}
