import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makePrivateFolder } from '../../src/store/private-folder.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const top = await openTemporaryFolder();
afterEach(() => {
  vi.restoreAllMocks();
});

const modeOf = async (path: string) => (await stat(join(top, path))).mode & 0o777;

test.each([
  [0, 0o711],
  [1_000, 0o700],
])('user %d creates a private folder and its missing parents', async (uid, mode) => {
  vi.spyOn(process, 'getuid').mockReturnValue(uid);
  const path = `${uid}/one/two`;

  makePrivateFolder(join(top, path));
  makePrivateFolder(join(top, path));

  expect(await modeOf(path)).toBe(mode);
  expect(await modeOf(`${uid}/one`)).toBe(mode);
});

test('an existing folder is not changed', async () => {
  await mkdir(join(top, 'open'), { mode: 0o755 });

  makePrivateFolder(join(top, 'open'));

  expect(await modeOf('open')).toBe(0o755);
});

test('names the place where no folder can be created', async () => {
  await writeFile(join(top, 'file'), '');

  expect(() => makePrivateFolder(join(top, 'file/one'))).toThrow(/ENOTDIR/);
  expect(() => makePrivateFolder('/proc/none/one')).toThrow(/ENOENT/);
});
