import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFreeDisk } from '../../src/hosts/free-disk.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'backoffice-disk-'));
afterAll(() => rm(dataDir, { recursive: true }));

const databaseUrl = 'postgres://elsewhere/backoffice';
const bucket = {
  endpoint: 'https://s3.example.org',
  bucket: 'files',
  prefix: '',
  region: 'eu-central-1',
};

test('the disk of the files is watched although the database is elsewhere', async () => {
  expect(await openFreeDisk({ dataDir, databaseUrl })?.()).toEqual({ files: expect.any(Number) });
});

test('one disk for database and files is reported once, and a second one separately', async () => {
  const other = { folder: '/dev' };

  expect(await openFreeDisk({ dataDir })?.()).toEqual({ database: expect.any(Number) });
  expect(await openFreeDisk({ dataDir, filesUrl: other })?.()).toEqual({
    database: expect.any(Number),
    files: expect.any(Number),
  });
});

test('no disk is watched if all data is elsewhere', () => {
  expect(openFreeDisk({ dataDir, databaseUrl, filesUrl: bucket })).toBeUndefined();
});
