import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { rotateLog } from '../../src/store/embedded/postmaster.ts';
import { silent } from '../support/store.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const dir = await openTemporaryFolder();

test('the log of the embedded server has errors, and no value of a record', async () => {
  const { url, stop } = await openEmbedded({ dir, log: silent, durable: false });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table people (email text unique)');
  await client.query("insert into people values ('canary')");
  await expect(client.query("insert into people values ('canary')")).rejects.toThrow('duplicate');
  await client.end();
  await stop();

  const text = readFileSync(join(dir, 'postgres.log'), 'utf8');
  expect(text).toContain('duplicate key');
  expect(text).not.toContain('canary');
});

test('a large log is rotated', () => {
  const log = join(dir, 'grown.log');
  writeFileSync(log, 'x'.repeat(100));

  rotateLog(log, 1_000);
  expect(statSync(log).size).toBe(100);
  rotateLog(log, 10);

  expect([statSync(log).size, statSync(`${log}.1`).size]).toEqual([0, 100]);
});
