import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openS3Server } from '../../support/s3-server.ts';
import { runServer } from '../../support/run-server.ts';
import { Skip, type Check } from '../part.ts';
import {
  backoffice,
  envOf,
  folder,
  killCommand,
  listBackups,
  openOffice,
  queryOf,
  secondsSince,
  sizes,
  store,
} from './office.ts';
import { openWriters } from './open-writers.ts';
import { watchMemory } from './watch-memory.ts';

let first = '';

async function backUpBesideWriters(): Promise<string> {
  const { url, child } = await openOffice();
  const writers = await openWriters(url);
  const alone = await writers.measure(() => wait(10_000));
  const memory = watchMemory(child.pid!);
  let made: { name: string; rows: number; bytes: number; files: number } | undefined;
  const begun = performance.now();
  let took = '';
  const beside = await writers.measure(async () => {
    const { code, out, err } = await backoffice('office', 'backup', store, '--json');
    took = secondsSince(begun);
    assert.equal(code, 0, err);
    made = JSON.parse(out);
  });
  const { before, most } = memory.end();
  await writers.close();
  const { name, rows, bytes, files } = made!;
  assert.equal(files, sizes.files);
  first = name;
  return [
    `${took}, ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB and ${files} files`,
    `writes alone: ${alone}`,
    `writes beside it: ${beside}`,
    `memory of the server: ${before} MB before, at most ${most} MB`,
  ].join('\n        ');
}

async function backUpAgain(): Promise<string> {
  const begun = performance.now();
  const { out, err } = await backoffice('office', 'backup', store, '--json');
  assert.equal(JSON.parse(out || '{}').newFiles, 0, err);
  return secondsSince(begun);
}

async function rehearse(): Promise<string> {
  const { code, out, err } = await backoffice('office', 'backup', '--rehearse', store);
  assert.equal(code, 0, out + err);
  return out.trim().split('\n').at(-1)!;
}

/** A request changes both halves of a pair, so they have the same turn at every moment. */
async function restoreOneMoment(): Promise<void> {
  const { code, err } = await backoffice('moment', 'restore', store, '--backup', first);
  assert.equal(code, 0, err);
  const server = await runServer(envOf('moment'));
  const [found] = await queryOf(
    'moment',
    'select count(*)::int as halves, count(distinct turn)::int as turns, max(turn) > 0 as written from pairs',
  );
  await server.end();
  assert.deepEqual(found, { halves: 2, turns: 1, written: true });
}

async function killBackups(): Promise<void> {
  const before = await listBackups();
  for (const milliseconds of [600, 1_200, 2_000, 3_000])
    await killCommand('office', milliseconds, 'backup', store);
  assert.deepEqual(await listBackups(), before);
  const held = `select from pg_locks where locktype = 'advisory' and objid = 7261045`;
  while ((await queryOf('office', held)).length > 0) await wait(100);
  const { code, err } = await backoffice('office', 'backup', store);
  assert.equal(code, 0, err);
}

async function loseStore(): Promise<string> {
  const s3 = await openS3Server();
  try {
    const { endpoint, bucket, prefix, credentials } = s3.place();
    const login = [credentials!.key, credentials!.secret].map(encodeURIComponent).join(':');
    const path = `${bucket}/${prefix}`.replace(/\/$/, '');
    const address = `s3://${login}@${new URL(endpoint).host}/${path}?tls=false`;
    s3.trouble = (request) => (/^PUT (?!\d$|1[0-2]$)/.test(request) ? 'reset' : undefined);
    const { code, err } = await backoffice('office', 'backup', address);
    s3.trouble = undefined;
    const listed = await backoffice('office', 'backup', '--list', address);
    assert.equal(code, 1, err);
    assert.match(listed.out, /There is no backup/);
    return err.trim();
  } finally {
    await s3.close();
  }
}

async function fillDisk(): Promise<string> {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    throw new Skip('this user cannot mount a small disk');
  }
  try {
    const { code, err } = await backoffice('office', 'backup', disk);
    const listed = await backoffice('office', 'backup', '--list', disk);
    assert.equal(code, 1, err);
    assert.match(err, /no room left|cannot be used/);
    assert.match(listed.out, /There is no backup/);
    return err.trim();
  } finally {
    execFileSync('umount', [disk]);
  }
}

export const backupChecks: readonly Check[] = [
  { name: 'a backup of a running server lets people write', run: backUpBesideWriters },
  { name: 'the next backup stores no file again', run: backUpAgain },
  { name: 'every row and file of a backup comes back in a rehearsal', run: rehearse },
  { name: 'a backup made beside writers is of one moment', run: restoreOneMoment },
  { name: 'a killed backup is none, and the next one can be made', run: killBackups },
  { name: 'a backup whose S3 store goes away is none', run: loseStore },
  { name: 'a backup to a full disk is none', run: fillDisk },
];
