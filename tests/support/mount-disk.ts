import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { afterAll } from 'vitest';

/** A disk of a megabyte until the tests of a file end, if this user may mount one. */
export async function mountDisk(folder: string): Promise<string | undefined> {
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  afterAll(() => void execFileSync('umount', [folder]));
  return folder;
}
