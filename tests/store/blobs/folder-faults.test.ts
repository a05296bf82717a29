import { randomBytes } from 'node:crypto';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { listBlobs, readBlob, storeBlob } from '../../support/blobs.ts';
import { mountDisk } from '../../support/mount-disk.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const top = await openTemporaryFolder();
const disk = await mountDisk(join(top, 'disk'));

test('a store fails when its folder is gone, instead of knowing no blobs', async () => {
  const folder = join(top, 'moved');
  const blobs = await openFolderBlobs(folder);
  const key = await storeBlob(blobs, randomBytes(8));
  await rename(folder, join(top, 'elsewhere'));

  for (const run of [() => blobs.read(key), () => blobs.sizeOf(key), () => listBlobs(blobs, '')])
    await expect(run()).rejects.toMatchObject({ reason: 'unreachable' });
});

test('a store names the folder that cannot be used', async () => {
  await writeFile(join(top, 'file'), '');

  await expect(openFolderBlobs(join(top, 'file', 'files'))).rejects.toMatchObject({
    reason: 'unreachable',
    message: `the folder ${join(top, 'file', 'files')} cannot be used (ENOTDIR)`,
  });
});

// Only root can mount one.
describe.skipIf(disk === undefined)('a disk of its own', () => {
  test('receives files from another disk, and none of them partly', async () => {
    const blobs = await openFolderBlobs(join(disk!, 'files'));
    const path = join(top, 'from-elsewhere');
    await writeFile(path, 'from elsewhere');

    await blobs.put('uploads/1/0', path, 14);

    expect(String(await readBlob(blobs, 'uploads/1/0'))).toBe('from elsewhere');
    expect(await readdir(blobs.scratch)).toEqual([]);
  });

  test('refuses a file when full, keeps existing ones, and continues when there is space', async () => {
    const blobs = await openFolderBlobs(join(disk!, 'full'));
    const small = await storeBlob(blobs, randomBytes(300_000));
    const path = join(top, 'too-large');
    await writeFile(path, randomBytes(900_000));

    await expect(blobs.put('uploads/1/0', path, 900_000)).rejects.toMatchObject({ reason: 'full' });
    expect(await listBlobs(blobs, '')).toEqual([small]);
    expect(await readdir(blobs.scratch)).toEqual([]);

    await blobs.remove(small);
    await blobs.put('uploads/1/0', path, 900_000);
    expect(await listBlobs(blobs, '')).toEqual(['uploads/1/0']);
  });
});
