import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';

/** A folder for the tests of a file, gone after the last of them. */
export async function openTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes `tmpdir()` a folder of this file's own, so that its tests can tell what is left in it. */
export async function ownTemporaryFolder(): Promise<string> {
  const folder = await openTemporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  afterAll(() => void vi.unstubAllEnvs());
  return folder;
}
