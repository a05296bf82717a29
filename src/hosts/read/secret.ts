import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../store/private-folder.ts';
import type { Environment } from '../environment.ts';
import { Refusal, refuseFile } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';

const FILE = 'secret';

/**
 * Returns the key that signs access tokens: `SECRET`, or the file `secret` in the data folder,
 * created at the first start. Replicas must share one key, so they need `SECRET`.
 */
export async function openSecret(
  { secret, dataDir }: Pick<Environment, 'secret' | 'dataDir'>,
  warn: (message: string) => void = () => {},
): Promise<string> {
  if (secret !== undefined) return secret;
  const path = join(dataDir, FILE);
  await makeSecret(dataDir, path);
  const kept = (await readFile(path, 'utf8')).trim();
  if (Buffer.byteLength(kept) < 32)
    throw new Refusal([
      `${path} has fewer than 32 bytes. Delete it: the next start creates a new one, and everyone has to sign in again`,
    ]);
  const { mode } = await stat(path);
  if (mode & 0o077) warn(`Other users of this machine can read ${path}. Run: chmod 600 ${path}`);
  return kept;
}

/** The key of an installation that has one; undefined where none was ever made. */
export async function readSecret({
  secret,
  dataDir,
}: Pick<Environment, 'secret' | 'dataDir'>): Promise<string | undefined> {
  if (secret !== undefined) return secret;
  return (await unlessMissing(readFile(join(dataDir, FILE), 'utf8')))?.trim();
}

/** Stores the key of a restored installation, in place of another one. Returns the path. */
export async function writeSecret(dataDir: string, secret: string): Promise<string> {
  const path = join(dataDir, FILE);
  try {
    makePrivateFolder(dataDir);
    await writeFile(path, `${secret}\n`, { mode: 0o600 });
  } catch (error) {
    throw refuseFolder(dataDir, error);
  }
  return path;
}

/** The refusal of a data folder that cannot be written. */
export function refuseFolder(dataDir: string, error: unknown): Refusal {
  return refuseFile(
    error,
    (code) =>
      `DATA_DIR ${dataDir} cannot be written (${code}); set it to a folder that this user can write to`,
  );
}

async function makeSecret(dataDir: string, path: string): Promise<void> {
  try {
    makePrivateFolder(dataDir);
    // 'wx': if two processes start at once, one writes the file and the other reads it.
    await writeFile(path, randomBytes(32).toString('hex') + '\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw refuseFolder(dataDir, error);
  }
}
