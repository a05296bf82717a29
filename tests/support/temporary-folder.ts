import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of a file, gone after the last of them. */
export async function openTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
