import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment.ts';

/**
 * The key access tokens are signed with: `SECRET`, else the file `secret` in the
 * data folder, made at the first start. Replicas must share one, so they need `SECRET`.
 */
export async function openSecret({ secret, dataDir }: Environment): Promise<string> {
  if (secret !== undefined) return secret;
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx': of two processes that start at once, one writes and the other reads.
    await writeFile(path, randomBytes(32).toString('hex') + '\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = (await readFile(path, 'utf8')).trim();
  if (Buffer.byteLength(kept) < 32)
    throw new Error(`${path} holds fewer than 32 bytes; delete it and everyone signs in anew`);
  return kept;
}
