import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../connection/errors.ts';
import { findBinaries } from './binaries.ts';
import { syncFolder } from './data-folder.ts';
import { isRunning } from './pid-file.ts';
import { findSystemUser } from './system-user.ts';

/** Data that an earlier PostgreSQL wrote. An upgrade keeps it, so that the previous program can go back to it. */
export type FormerData = { path: string; version: number };

const NAME = /^postgres-(\d+)$/;

/** What upgrades have left in the data folder of an installation, the oldest first. */
export function listFormerData(dir: string): FormerData[] {
  if (!existsSync(dir)) return [];
  const current = readDataVersion(join(dir, 'postgres')) ?? Infinity;
  return readdirSync(dir)
    .map((name) => ({ path: join(dir, name), version: Number(NAME.exec(name)?.[1]) }))
    .filter(({ version }) => version < current)
    .toSorted((one, other) => one.version - other.version);
}

/** The major version of the PostgreSQL that wrote a folder; undefined for a folder without a database. */
function readDataVersion(data: string): number | undefined {
  const path = join(data, 'PG_VERSION');
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined;
}

/**
 * The version of the data in the data folder of an installation, where the embedded PostgreSQL cannot read it because it
 * is newer. Where an upgrade was cut off between its last two steps, the data has its new name already.
 */
export function findOutdatedData(dir: string): number | undefined {
  const data = join(dir, 'postgres');
  const version = readDataVersion(data);
  if (version === undefined)
    return existsSync(data) ? undefined : listFormerData(dir).at(-1)?.version;
  const user = findSystemUser(data);
  const { majorVersion } = findBinaries({ user, fallback: join(dir, 'postgres-binaries') });
  return version < majorVersion ? version : undefined;
}

/** Puts the database that is in `draft` into the place of an outdated one, which keeps all of its files. */
export function replaceData(dir: string, draft: string, version: number): FormerData {
  const data = join(dir, 'postgres');
  const former = { path: join(dir, `postgres-${version}`), version };
  rmSync(markOf(former), { force: true });
  // Until the second step nothing starts here: a server without data refuses to begin beside former data.
  if (existsSync(data)) renameSync(data, former.path);
  renameSync(join(draft, 'postgres'), data);
  syncFolder(dir);
  return former;
}

/** Remembers that a server has started on the new data, so that the former may go. */
export function markStarted(former: FormerData): void {
  writeFileSync(markOf(former), `${new Date().toISOString()}\n`);
}

export function hasStartedSince(former: FormerData): boolean {
  return existsSync(markOf(former));
}

function markOf({ path }: FormerData): string {
  return `${path}.replaced`;
}

/** Removes former data. Throws if a server runs on it. */
export async function removeFormerData(former: FormerData): Promise<void> {
  if (isRunning(former.path))
    throw new Error(`PostgreSQL ${former.version} runs on ${former.path}. Stop it first.`);
  await rm(former.path, { recursive: true, force: true });
  await rm(markOf(former), { force: true });
}

/** The bytes of all files in a folder. */
export async function measureFolder(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    try {
      bytes += (await lstat(join(entry.parentPath, entry.name))).size;
    } catch (error) {
      // Somebody removes it now.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return bytes;
}
