import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { claimFolderFile, type FolderKey } from '../../../store/system/jobs/folder-files.ts';
import type { QueryRunner } from '../../../store/store.ts';
import type { Services } from '../../acting.ts';
import { receiveStored } from '../../files/receive-file.ts';
import { describeFile, refuseTooMany, storeJob } from '../store-file.ts';
import { actAs } from '../../act-as.ts';

/** A file that lies in the folder of a recipe. */
export type OpenFile = {
  /** The names of the folders: of the collection and of the recipe. */
  resource: string;
  recipe: string;
  name: string;
  path: string;
  size: number;
  /** Differs when the file has changed. */
  stamp: string;
  open(): Promise<Readable>;
};

/** What is being written, or belongs to a program that writes. */
const UNFINISHED = /^[.~]|~$|\.(?:tmp|temp|part|partial|crdownload|filepart|download|swp|lock)$/i;

/** The files in the folders of recipes: `<root>/<collection>/<recipe>/<file>`. Follows no link. */
export async function listFolder(root: string): Promise<OpenFile[]> {
  const files: OpenFile[] = [];
  for (const resource of await listFolders(root))
    for (const recipe of await listFolders(join(root, resource))) {
      const folder = join(root, resource, recipe);
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isFile() || UNFINISHED.test(entry.name)) continue;
        const path = join(folder, entry.name);
        const stats = await lstat(path).catch(() => undefined);
        if (!stats?.isFile()) continue;
        const { size, mtimeMs, ino } = stats;
        const stamp = `${ino} ${size} ${mtimeMs}`;
        const rest = { resource, recipe, name: entry.name, path, size, stamp };
        files.push({ ...rest, open: () => openFile(path) });
      }
    }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
  );
}

async function openFile(path: string): Promise<Readable> {
  // Somebody may have put a link or a pipe in its place since.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle.createReadStream();
  await handle.close();
  throw new Error(`${path} is not a file any more`);
}

/** SHA-256 of the file. */
export async function hashFile({ open: start }: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await start(), hash);
  return hash.digest('hex');
}

/** Moves a file to a folder below its own, with a text that says why it is there. Never replaces another file. */
export async function moveFile(
  { path, name }: OpenFile,
  to: 'done' | 'waiting' | 'refused',
  reason?: string,
): Promise<void> {
  const folder = join(path, '..', to);
  await mkdir(folder, { recursive: true });
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  const free = await findFree(folder, name);
  if (reason !== undefined) await writeFile(join(folder, `${free}.txt`), `${reason}\n`);
  await rename(path, join(folder, free)).catch((error: NodeJS.ErrnoException) => {
    // Another server has moved it.
    if (error.code !== 'ENOENT') throw error;
  });
}

async function findFree(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${stem} (${count})${extension}`;
    if (!taken.has(free) && !taken.has(`${free}.txt`)) return free;
  }
}

type Taken = { key: FolderKey; owner: string; resource: Resource };

/** Makes a job of a file. `wait`: another server does, or the owner has too many files; otherwise why it is refused. */
export async function takeFile(
  services: Services,
  { name, size, open: openContent }: OpenFile,
  { key, owner, resource }: Taken,
): Promise<'taken' | 'wait' | Problem> {
  const acting = await actAs(services, { owner, needs: { may: 'import', of: resource } });
  if ('code' in acting) return acting;
  const received = await receiveStored(await openContent(), {
    name,
    size,
    folder: services.blobs.scratch,
  });
  if ('code' in received) return received;
  try {
    // It was changed since it was looked at.
    if (received.hash !== key.hash) return 'wait';
    const scanned = await scan(services, received.zip?.path ?? received.path);
    if (scanned !== 'clean') return scanned;
    const file = await describeFile(received);
    if (await refuseTooMany(acting, file.size + (file.archive?.size ?? 0))) {
      services.log.warn({ file: name, userId: owner }, 'the owner of a recipe has too many files');
      return 'wait';
    }
    const claim = (sql: QueryRunner, id: string) => claimFolderFile(sql, key, id);
    const job = await storeJob(acting, { resource, received, file }, claim);
    return job ? 'taken' : 'wait';
  } finally {
    await received.remove();
  }
}

async function scan({ scan: ask }: Services, path: string): Promise<'clean' | 'wait' | Problem> {
  const verdict = ask ? await ask(path) : 'clean';
  if (verdict === 'clean') return 'clean';
  // A scanner that fails lets nothing pass, and is asked again.
  return verdict === 'infected' ? problem('V068', 'file') : 'wait';
}
