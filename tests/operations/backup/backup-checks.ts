import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Target } from '../../../src/store/blobs/blob-target.ts';
import { openS3Server, type S3Trouble } from '../../support/s3-server.ts';
import { runServer } from '../../support/run-server.ts';
import type { Check } from '../part.ts';
import {
  backoffice,
  drawMoments,
  envOf,
  killCommand,
  listBackups,
  openOffice,
  queryOf,
  secondsSince,
  sizes,
  store,
  withDisk,
} from './office.ts';
import { openWriters } from './open-writers.ts';
import { watchMemory } from './watch-memory.ts';

let first = '';
/** Milliseconds. */
let tookOne = 0;

async function backUpBesideWriters(): Promise<string> {
  const { url, child } = await openOffice();
  const writers = await openWriters(url);
  const alone = await writers.measure(() => wait(10_000));
  const memory = watchMemory(child.pid!);
  let made: { name: string; rows: number; bytes: number; files: number } | undefined;
  const begun = performance.now();
  let took = '';
  const beside = await writers.measure(async () => {
    const { code, out, err, memory: most } = await backoffice('office', 'backup', store, '--json');
    took = `${secondsSince(begun)} with ${most} MB of memory`;
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
  tookOne = performance.now() - begun;
  return secondsSince(begun);
}

async function rehearse(): Promise<string> {
  const { code, out, err, memory } = await backoffice('office', 'backup', '--rehearse', store);
  assert.equal(code, 0, out + err);
  return `${out.trim().split('\n').at(-1)}, with ${memory} MB of memory`;
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

async function killBackups(): Promise<string> {
  const before = await listBackups();
  const moments = drawMoments(tookOne);
  for (const milliseconds of moments) await killCommand('office', milliseconds, 'backup', store);
  assert.deepEqual(await listBackups(), before);
  const held = `select from pg_locks where locktype = 'advisory' and objid = 7261045`;
  while ((await queryOf('office', held)).length > 0) await wait(100);
  const { code, err } = await backoffice('office', 'backup', store);
  assert.equal(code, 0, err);
  assert.deepEqual((await listBackups()).slice(1), before);
  return `killed after ${moments.join(', ')} ms`;
}

/** Of the troubles that last until the command ends; the first dozen of objects come through before. */
const troubles: Record<string, S3Trouble> = {
  unreachable: 'reset',
  full: { status: 507, code: 'InsufficientStorage' },
};

async function loseStore(): Promise<string> {
  const s3 = await openS3Server();
  try {
    const address = addressOf(s3.place());
    const said: string[] = [];
    for (const [name, trouble] of Object.entries(troubles)) {
      const begun = s3.requests('PUT');
      s3.trouble = (request) =>
        request.startsWith('PUT') && s3.requests('PUT') > begun + 12 ? trouble : undefined;
      const { code, err } = await backoffice('office', 'backup', address);
      s3.trouble = undefined;
      const listed = await backoffice('office', 'backup', '--list', address);
      assert.equal(code, 1, err);
      assert.match(listed.out, /There is no backup/);
      said.push(`${name}: ${err.trim()}`);
    }
    const { code, err } = await backoffice('office', 'backup', address);
    assert.equal(code, 0, err);
    return said.join('\n        ');
  } finally {
    await s3.close();
  }
}

async function loseStoreOfRestore(): Promise<string> {
  const s3 = await openS3Server();
  try {
    const address = addressOf(s3.place());
    const made = await backoffice('office', 'backup', address);
    assert.equal(made.code, 0, made.err);
    const begun = s3.requests('GET');
    s3.trouble = () => (s3.requests('GET') > begun + 20 ? 'reset' : undefined);
    const lost = await backoffice('far', 'restore', address);
    s3.trouble = undefined;
    assert.equal(lost.code, 1, lost.err);
    const again = await backoffice('far', 'restore', address);
    assert.equal(again.code, 0, again.err);
    return lost.err.trim();
  } finally {
    await s3.close();
  }
}

function addressOf({ endpoint, bucket, prefix, credentials }: S3Target): string {
  const login = [credentials!.key, credentials!.secret].map(encodeURIComponent).join(':');
  const path = `${bucket}/${prefix}`.replace(/\/$/, '');
  return `s3://${login}@${new URL(endpoint).host}/${path}?tls=false`;
}

async function fillDisk(): Promise<string> {
  return await withDisk('disk', 1, async (disk) => {
    const { code, err } = await backoffice('office', 'backup', disk);
    const listed = await backoffice('office', 'backup', '--list', disk);
    assert.equal(code, 1, err);
    assert.match(err, /disk is full|cannot be used/);
    assert.match(listed.out, /There is no backup/);
    return err.trim();
  });
}

export const backupChecks: readonly Check[] = [
  { name: 'a backup of a running server lets people write', run: backUpBesideWriters },
  { name: 'the next backup stores no file again', run: backUpAgain },
  { name: 'every row and file of a backup comes back in a rehearsal', run: rehearse },
  { name: 'a backup made beside writers is of one moment', run: restoreOneMoment },
  { name: 'a killed backup is none, and the next one can be made', run: killBackups },
  { name: 'a backup whose S3 store goes away, or is full, is none', run: loseStore },
  { name: 'a restore whose S3 store goes away can be repeated', run: loseStoreOfRestore },
  { name: 'a backup to a full disk is none', run: fillDisk },
];
