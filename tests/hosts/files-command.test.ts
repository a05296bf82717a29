import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BlobStore } from '../../src/store/blobs/blob-store.ts';
import { openS3Blobs } from '../../src/store/blobs/s3-blobs.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { listBlobs, readBlob, storeBlob } from '../support/blobs.ts';
import { makePdf } from '../support/make-pdf.ts';
import { runCommand, runProgram, type CommandResult } from '../support/run-command.ts';
import { openS3Server } from '../support/s3-server.ts';
import { studiesDescriptor, upload } from '../support/studies.ts';

let api: TestApi;
/** Of the API, in a folder. */
let blobs: BlobStore;
let folder: string;
let keys: string[];
const server = await openS3Server();
let bucket: BlobStore;
let bucketUrl: string;

afterAll(() => server.close());
const run = (args: string[], env: Record<string, string> = {}): Promise<CommandResult> =>
  runCommand(['files', ...args], { env: { ...environment(), ...env } });
const environment = () => ({
  DATABASE_URL: api.url,
  FILES_URL: `file://${folder}`,
  FILES_KEY: 'the-key',
  FILES_SECRET: 'the secret/of+tests',
});
const contentKeys = (): string[] => keys.filter((key) => !key.includes('/'));

describe('npx backoffice files', () => {
  beforeEach(async () => {
    const descriptor = studiesDescriptor();
    api = await openTestApi({ descriptor: () => descriptor });
    blobs = api.services.blobs;
    folder = dirname(blobs.scratch);
    const files = [];
    for (const text of ['one', 'two', 'three']) files.push(await upload(api, makePdf([text])));
    const contents: string[] = files.map(({ json }) => json.sha256);
    keys = [
      ...contents,
      await storeBlob(blobs, Buffer.from('small'), `derived/${contents[0]}/small.webp`),
    ].toSorted();
    const place = server.place();
    bucket = await openS3Blobs(place);
    bucketUrl = `s3://${new URL(place.endpoint).host}/${place.bucket}/${place.prefix}?tls=false&region=${place.region}`;
  });
  afterEach(async () => {
    server.trouble = undefined;
    await api.close();
  });

  describe('move', () => {
    test('copies all files, and nothing when it runs again', async () => {
      const unknown = await storeBlob(blobs, Buffer.from('nobody knows this'));

      const first = await run(['move', bucketUrl]);
      const again = await run(['move', bucketUrl, '--json']);

      expect(first).toMatchObject({ code: 0, err: '' });
      expect(first.out).toContain(`Copied 4 files`);
      expect(await listBlobs(bucket, '')).toEqual(keys);
      for (const key of keys)
        expect(await readBlob(bucket, key)).toEqual(await readBlob(blobs, key));
      expect(JSON.parse(again.out)).toMatchObject({ copied: 0, skipped: 4, missing: [] });
      expect(await listBlobs(blobs, '')).toEqual([...keys, unknown].toSorted());
    });

    test('resumes where it stopped', async () => {
      server.trouble = (request) =>
        /^PUT ([3-9]|\d\d)/.test(request) ? { status: 507 } : undefined;
      // As a process of its own, whose other copies end with it.
      const stopped = await runProgram(['files', 'move', bucketUrl], { env: environment() });
      const before = await listBlobs(bucket, '');
      server.trouble = undefined;
      const done = await run(['move', bucketUrl, '--json']);

      expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('507') });
      expect(JSON.parse(done.out)).toMatchObject({
        copied: 4 - before.length,
        skipped: before.length,
      });
      expect(await listBlobs(bucket, '')).toEqual(keys);
    });

    test('skips damaged files, names missing ones, and then removes nothing', async () => {
      const [damaged = '', missing = ''] = contentKeys();
      const size = (await blobs.sizeOf(damaged))!;
      await writeFile(join(folder, damaged.slice(0, 2), damaged), 'x'.repeat(size));
      await blobs.remove(missing);

      const { code, out } = await run(
        ['move', bucketUrl, '--from', `file://${folder}`, '--remove-source', '--json'],
        { FILES_URL: bucketUrl },
      );

      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({ damaged: [damaged], missing: [missing] });
      const others = keys.filter((key) => key !== damaged && key !== missing);
      expect(await listBlobs(bucket, '')).toEqual(others);
      expect(await listBlobs(blobs, '')).toEqual([...others, damaged].toSorted());
    });

    test('removes the copied files from their store if nobody uses it', async () => {
      const remove = ['move', bucketUrl, '--from', `file://${folder}`, '--remove-source'];
      const serving = await openDatabase({
        url: api.url,
        log: { info() {}, warn() {} },
        fileStore: folder,
      });
      await serving.listen('nothing', () => undefined);

      const own = await run(['move', bucketUrl, '--remove-source']);
      const used = await run(remove, { FILES_URL: bucketUrl });
      await serving.close();
      const before = await listBlobs(blobs, '');
      const unused = await run(remove, { FILES_URL: bucketUrl });

      expect(own).toMatchObject({ code: 1, err: expect.stringContaining('set FILES_URL') });
      expect(used).toMatchObject({ code: 1, err: expect.stringContaining('A running server') });
      expect(before).toEqual(keys);
      expect(unused).toMatchObject({ code: 0, out: expect.stringContaining('Removed 4 files') });
      expect(await listBlobs(blobs, '')).toEqual([]);
      expect(await listBlobs(bucket, '')).toEqual(keys);
    });

    test('refuses to copy a store to itself, and one that it cannot use', async () => {
      const itself = await run(['move', `file://${folder}`]);
      const none = await run(['move', bucketUrl.replace('/files/', '/none/')]);

      expect(itself).toMatchObject({ code: 1, err: expect.stringContaining('--from') });
      expect(none).toMatchObject({ code: 1, err: expect.stringContaining('NoSuchBucket') });
      expect(none.err).not.toContain('the secret');
    });
  });

  describe('check', () => {
    test('reports no problem for used files', async () => {
      const { code, out } = await run(['check']);

      expect([code, out]).toEqual([0, `${folder}: 3 files as expected, 0 missing, 0 unknown\n`]);
    });

    test('lists missing files and wrong sizes, by file name', async () => {
      const [missing = '', short = ''] = contentKeys();
      await blobs.remove(missing);
      await writeFile(join(folder, short.slice(0, 2), short), 'x');

      const { code, out } = await run(['check']);

      expect(code).toBe(1);
      expect(out).toContain(`missing: ${missing} (study.pdf)`);
      expect(out).toMatch(new RegExp(`1 bytes instead of \\d+: ${short}`));
    });

    test('lists unknown contents, and removes them on request', async () => {
      const content = await storeBlob(blobs, Buffer.from('unknown'));
      const extra = [
        content,
        await storeBlob(blobs, Buffer.from('x'), `derived/${content}/small.webp`),
        await storeBlob(blobs, Buffer.from('x'), `derived/${'0'.repeat(64)}/small.webp`),
        await storeBlob(blobs, Buffer.from('x'), 'uploads/gone/0'),
      ];

      const found = await run(['check', '--json']);
      const removed = await run(['check', '--remove-extra']);

      expect(found.code).toBe(1);
      const listed: { key: string }[] = JSON.parse(found.out).extra;
      expect(listed.map(({ key }) => key).toSorted()).toEqual(extra.toSorted());
      expect(removed).toMatchObject({
        code: 0,
        out: expect.stringContaining('4 unknown and removed'),
      });
      expect(await listBlobs(blobs, '')).toEqual(keys);
    });

    test('names the store that cannot be used', async () => {
      await rm(folder, { recursive: true });
      await writeFile(folder, '');

      const { code, err } = await run(['check']);

      expect(code).toBe(1);
      expect(err).toContain(`the folder ${folder} cannot be used`);
    });
  });
});

test.each([
  [[]],
  [['move']],
  [['move', '/srv/files']],
  [['move', 's3://key:s3cr3t@host']],
  [['move', 'file:///srv', '--remove-extra']],
  [['check', '--remove-source']],
])('npx backoffice files refuses the command line %j, without its secrets', async (args) => {
  const { code, out, err } = await runCommand(['files', ...args]);

  expect([code, out]).toEqual([2, '']);
  expect(err).not.toContain('s3cr3t');
});
