import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withDraft } from '../../../src/hosts/backup/with-draft.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

/** No system counts its processes so far. */
const NOBODY = 999_999_999;

test('a draft exists for its work, and those of killed restores are deleted', async () => {
  const dataDir = join(folder, 'killed');
  await mkdir(join(dataDir, `restoring-${NOBODY}/postgres`), { recursive: true });
  await writeFile(join(dataDir, 'secret'), '');

  const seen = await withDraft(dataDir, async (draft) => [
    existsSync(draft),
    await readdir(dataDir),
  ]);

  expect(seen).toEqual([true, [`restoring-${process.pid}`, 'secret']]);
  expect(await readdir(dataDir)).toEqual(['secret']);
});

test('a draft is deleted when its work fails', async () => {
  const dataDir = join(folder, 'failing');
  await mkdir(dataDir);

  const failing = withDraft(dataDir, () => Promise.reject(new Error('no room')));

  await expect(failing).rejects.toThrow('no room');
  expect(await readdir(dataDir)).toEqual([]);
});

test('the draft of another restore is kept', async () => {
  const dataDir = join(folder, 'running');
  const other = join(dataDir, `restoring-${process.ppid}`);
  await mkdir(other, { recursive: true });

  const refused = withDraft(dataDir, () => Promise.resolve());

  await expect(refused).rejects.toThrow(`Process ${process.ppid} restores into this folder`);
  expect(existsSync(other)).toBe(true);
});
