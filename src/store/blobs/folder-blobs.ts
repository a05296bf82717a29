import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { access, chmod, copyFile, open, opendir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { BlobFailure, isBlobKey, isContentKey, type BlobStore } from './blob-store.ts';
import { openScratch } from './scratch-folder.ts';

const INCOMING = 'incoming';
/** Bytes that are read at once. */
const PIECE = 262_144;

/**
 * Blobs as files in a folder. A SHA-256 in a key is preceded by a folder of its first two digits, as in
 * `ab/ab12…` and `derived/ab/ab12…/small.webp`, so that no folder gets too large for usual tools. Several servers may
 * share the folder.
 */
export async function openFolderBlobs(place: string): Promise<BlobStore> {
  const folder = resolve(place);
  const scratch = await orFailure(folder, () => openScratch(join(folder, INCOMING)));
  const guarded = <Done>(work: () => Promise<Done>): Promise<Done> => orFailure(folder, work);

  /** What is missing may be missing because the disk is: then the folder for incoming files is missing too. */
  const unlessMissing = <Done>(work: () => Promise<Done>): Promise<Done | undefined> =>
    guarded(async () => {
      try {
        return await work();
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        await access(scratch);
        return undefined;
      }
    });

  return {
    place: folder,
    scratch,
    put: (key, path, size) =>
      guarded(async () => {
        const target = pathOf(folder, key);
        if ((await statOf(target))?.size === size) return;
        await syncFile(path, size);
        try {
          await moveInto(folder, path, target);
        } catch (error) {
          if (codeOf(error) !== 'EXDEV') throw error;
          await moveCopy(folder, { path, size, copy: join(scratch, randomUUID()), target });
        }
      }),
    read: (key, range) =>
      unlessMissing(async () => {
        const file = await open(pathOf(folder, key));
        return file.createReadStream({ ...range, highWaterMark: PIECE });
      }),
    sizeOf: (key) => unlessMissing(async () => (await stat(pathOf(folder, key))).size),
    remove: (key) =>
      guarded(async () => {
        const path = pathOf(folder, key);
        await rm(path, { force: true });
        await removeEmpty(folder, dirname(path));
      }),
    async *list(prefix) {
      try {
        for await (const path of walk(folder, startOf(folder, prefix))) {
          const key = keyOf(folder, path);
          const stats = key.startsWith(prefix) && isBlobKey(key) ? await statOf(path) : undefined;
          if (stats) yield { key, size: stats.size, at: stats.mtime };
        }
      } catch (error) {
        throw toFailure(folder, error);
      }
    },
  };
}

function pathOf(folder: string, key: string): string {
  if (!isBlobKey(key) || key.split('/')[0] === INCOMING) throw new Error(`${key} is no key`);
  return join(folder, ...spread(key.split('/')));
}

function spread(segments: readonly string[]): string[] {
  return segments.flatMap((each) => (isContentKey(each) ? [each.slice(0, 2), each] : [each]));
}

function keyOf(folder: string, path: string): string {
  const segments = relative(folder, path).split('/');
  return segments.filter((_, at) => !isContentKey(segments[at + 1] ?? '')).join('/');
}

/** The folder that contains all keys with the prefix. */
function startOf(folder: string, prefix: string): string {
  return join(folder, ...spread(prefix.split('/').slice(0, -1)));
}

/** The files below `from`, while others come and go. */
async function* walk(folder: string, from: string): AsyncGenerator<string> {
  let entries;
  try {
    entries = await opendir(from);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && from !== folder) return;
    throw error;
  }
  for await (const entry of entries) {
    const path = join(from, entry.name);
    if (entry.isFile()) yield path;
    // Names such as `lost+found` belong to others.
    else if (entry.isDirectory() && isBlobKey(entry.name) && path !== join(folder, INCOMING))
      yield* walk(folder, path);
  }
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Brings the bytes to the disk, before the file gets the name by which others find it. */
async function syncFile(path: string, size: number): Promise<void> {
  await chmod(path, 0o600);
  const file = await open(path);
  try {
    const stats = await file.stat();
    if (stats.size !== size) throw new Error(`${path} has ${stats.size} bytes, not ${size}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function moveInto(folder: string, path: string, target: string): Promise<void> {
  // `remove` takes empty folders away, also one that was just made for this file. Between two synchronous calls there is
  // hardly time for that.
  for (let attempts = 100; ; attempts -= 1) {
    try {
      makePrivateFolder(dirname(target));
      renameSync(path, target);
      break;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempts === 0) throw error;
      await access(path);
    }
  }
  for (let each = dirname(target); each.length >= folder.length; each = dirname(each))
    await syncFolder(each);
}

/** Moves a file of another disk, which takes a copy on this one. */
async function moveCopy(
  folder: string,
  { path, size, copy, target }: { path: string; size: number; copy: string; target: string },
): Promise<void> {
  try {
    await copyFile(path, copy);
    await syncFile(copy, size);
    await moveInto(folder, copy, target);
  } finally {
    await rm(copy, { force: true });
  }
}

/** A new name is only durable when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeEmpty(folder: string, path: string): Promise<void> {
  try {
    for (let each = path; each.length > folder.length; each = dirname(each)) await rmdir(each);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  }
}

async function orFailure<Done>(folder: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    throw toFailure(folder, error);
  }
}

/** Errors of the system are failures of the store; others are faults of the code. */
function toFailure(folder: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof BlobFailure || !/^E[A-Z\d]+$/.test(code)) return error;
  // Too many open files are no trouble of this store.
  if (['EMFILE', 'ENFILE'].includes(code)) return error;
  const isFull = ['ENOSPC', 'EDQUOT'].includes(code);
  const message = `the folder ${folder} cannot be used (${code})`;
  return new BlobFailure(isFull ? 'full' : 'unreachable', message, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
