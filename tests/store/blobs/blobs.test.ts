import { randomUUID } from 'node:crypto';
import { readdir, readFile, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../../src/store/blobs/blob-store.ts';
import type { S3Target } from '../../../src/store/blobs/blob-target.ts';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { openS3Blobs } from '../../../src/store/blobs/s3-blobs.ts';
import { listBlobs, readBlob, storeBlob } from '../../support/blobs.ts';
import { openS3Server, otherStore } from '../../support/s3-server.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const top = await openTemporaryFolder();
const server = await openS3Server();
afterAll(() => server.close());
const placeInBucket = (): S3Target => otherStore() ?? server.place();
const newFolder = (): string => join(top, randomUUID());

const stores: Record<string, () => Promise<BlobStore>> = {
  folder: () => openFolderBlobs(newFolder()),
  bucket: () => openS3Blobs(placeInBucket()),
};

describe.each(Object.entries(stores))('blobs in a %s', (_, open) => {
  test('returns what it stored, whole and in ranges', async () => {
    const blobs = await open();
    const bytes = Buffer.from('0123456789');

    const key = await storeBlob(blobs, bytes);

    expect(await blobs.sizeOf(key)).toBe(10);
    expect(await readBlob(blobs, key)).toEqual(bytes);
    expect(String(await readBlob(blobs, key, { start: 0, end: 0 }))).toBe('0');
    expect(String(await readBlob(blobs, key, { start: 3, end: 6 }))).toBe('3456');
    expect(String(await readBlob(blobs, key, { start: 8, end: 100 }))).toBe('89');
    expect(String(await readBlob(blobs, key, { start: 10, end: 100 }))).toBe('');
  });

  test('stores an empty file', async () => {
    const blobs = await open();

    const key = await storeBlob(blobs, Buffer.alloc(0));

    expect(await blobs.sizeOf(key)).toBe(0);
    expect(await readBlob(blobs, key)).toEqual(Buffer.alloc(0));
  });

  test('does not know an unknown key', async () => {
    const blobs = await open();

    expect(await blobs.sizeOf('0'.repeat(64))).toBeUndefined();
    expect(await blobs.read('0'.repeat(64))).toBeUndefined();
    expect(await blobs.read('uploads/1/0', { start: 0, end: 1 })).toBeUndefined();
  });

  test('changes nothing when a key is stored again, also at the same time', async () => {
    const blobs = await open();
    const bytes = Buffer.from('the same');

    const keys = await Promise.all(Array.from({ length: 8 }, () => storeBlob(blobs, bytes)));
    await storeBlob(blobs, Buffer.from('other by'), keys[0]);

    expect(String(await readBlob(blobs, keys[0]!))).toBe('the same');
    expect(await listBlobs(blobs, '')).toEqual([keys[0]]);
  });

  test('refuses a file of another size and an invalid key', async () => {
    const blobs = await open();
    const path = join(blobs.scratch, 'short');
    await writeFile(path, 'short');

    await expect(blobs.put('uploads/1/0', path, 6)).rejects.toThrow('not 6');
    for (const key of ['', '/etc/passwd', '../x', 'a//b', 'a/.b', 'a b', 'incoming/x', 'ä'])
      await expect(blobs.put(key, path, 5)).rejects.toThrow(`${key} is no key`);
    expect(await listBlobs(blobs, '')).toEqual([]);
  });

  test('removes a blob, once or twice', async () => {
    const blobs = await open();
    await storeBlob(blobs, Buffer.from('part'), 'uploads/1/0');
    await storeBlob(blobs, Buffer.from('next'), 'uploads/1/4');

    await blobs.remove('uploads/1/0');
    await blobs.remove('uploads/1/0');

    expect(await blobs.sizeOf('uploads/1/0')).toBeUndefined();
    expect(await listBlobs(blobs, '')).toEqual(['uploads/1/4']);
  });

  test('stores while others remove', async () => {
    const blobs = await open();
    const keys = Array.from({ length: 40 }, (_, at) => `uploads/one/${at}`);

    await Promise.all(
      keys.map(async (key) => {
        await storeBlob(blobs, Buffer.from(key), key);
        await blobs.remove(key);
      }),
    );

    expect(await listBlobs(blobs, '')).toEqual([]);
  });

  test('lists the keys that begin with a prefix, with size and time', async () => {
    const blobs = await open();
    const content = await storeBlob(blobs, Buffer.from('content'));
    const small = `derived/${content}/small.webp`;
    await storeBlob(blobs, Buffer.from('small'), small);
    await storeBlob(blobs, Buffer.from('part'), 'uploads/1/0');
    await storeBlob(blobs, Buffer.from('other'), 'uploads/10/0');

    expect(await listBlobs(blobs, '')).toEqual(
      [content, small, 'uploads/1/0', 'uploads/10/0'].toSorted(),
    );
    expect(await listBlobs(blobs, 'uploads/1/')).toEqual(['uploads/1/0']);
    expect(await listBlobs(blobs, 'uploads/1')).toEqual(['uploads/1/0', 'uploads/10/0']);
    expect(await listBlobs(blobs, `derived/${content}/`)).toEqual([small]);
    expect(await listBlobs(blobs, content.slice(0, 10))).toEqual([content]);
    expect(await listBlobs(blobs, 'none/')).toEqual([]);
    for await (const { size, at } of blobs.list(small)) {
      expect(size).toBe(5);
      expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(3_600_000);
    }
  });
});

describe('blobs in a folder', () => {
  test('distributes keys over private folders, and leaves none of them behind', async () => {
    const folder = newFolder();
    const blobs = await openFolderBlobs(folder);
    const key = await storeBlob(blobs, Buffer.from('x'));
    const path = join(folder, key.slice(0, 2), key);

    expect(String(await readFile(path))).toBe('x');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, key.slice(0, 2)))).mode & 0o066).toBe(0);
    expect(await readdir(blobs.scratch)).toEqual([]);

    await blobs.remove(key);
    expect(await readdir(folder)).toEqual(['incoming']);
  });

  test('stores a file although another server removes its folder', async () => {
    const folder = newFolder();
    const blobs = await openFolderBlobs(folder);
    let isOver = false;
    const removeFolders = async (): Promise<void> => {
      while (!isOver) await rmdir(join(folder, 'uploads/one')).catch(() => undefined);
    };
    const removing = Promise.all([removeFolders(), removeFolders()]);

    for (let times = 0; times < 200; times += 1) {
      await storeBlob(blobs, Buffer.from('part'), 'uploads/one/0');
      await blobs.remove('uploads/one/0');
    }
    isOver = true;
    await removing;

    expect(await listBlobs(blobs, '')).toEqual([]);
  });

  test('removes files from its scratch folder that are a day old', async () => {
    const folder = newFolder();
    const { scratch } = await openFolderBlobs(folder);
    await writeFile(join(scratch, 'old'), '');
    await writeFile(join(scratch, 'new'), '');
    const yesterday = Date.now() / 1_000 - 25 * 3_600;
    await utimes(join(scratch, 'old'), yesterday, yesterday);

    await openFolderBlobs(folder);

    expect(await readdir(scratch)).toEqual(['new']);
  });
});

describe('blobs in a bucket', () => {
  test.each([
    ['credentials', { credentials: { key: 'none', secret: 'none' } }],
    ['a bucket', { bucket: 'no-such-bucket' }],
  ])('are refused without %s', async (_, change) => {
    const blobs = await openS3Blobs({ ...placeInBucket(), ...change });
    const key = '0'.repeat(64);

    for (const run of [
      () => storeBlob(blobs, Buffer.from('x')),
      () => blobs.read(key),
      () => blobs.sizeOf(key),
      () => blobs.remove(key),
      () => listBlobs(blobs, ''),
    ])
      await expect(run()).rejects.toMatchObject({ reason: 'refused' });
  });

  test('are refused if they do not match their key', async () => {
    const blobs = await openS3Blobs(placeInBucket());
    const path = join(blobs.scratch, randomUUID());
    await writeFile(path, 'other');

    await expect(blobs.put('0'.repeat(64), path, 5)).rejects.toThrow(/PUT.* with 4\d\d \w+/);
    expect(await blobs.sizeOf('0'.repeat(64))).toBeUndefined();
  });
});
