import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyPair } from '../../../src/store/backup/seal.ts';
import { runCommand } from '../../support/run-command.ts';
import { runServer } from '../../support/run-server.ts';
import { signIn } from '../../support/sign-in.ts';
import type { Check } from '../part.ts';
import {
  backoffice,
  drawMoments,
  envOf,
  folder,
  killCommand,
  listBackups,
  queryOf,
  secondsSince,
  store,
  withDisk,
} from './office.ts';

async function killRestores(): Promise<string> {
  const begunWhole = performance.now();
  const whole = await backoffice('whole', 'restore', store);
  assert.equal(whole.code, 0, whole.err);
  const took = performance.now() - begunWhole;
  const moments = drawMoments(took * 0.7);
  for (const milliseconds of moments) {
    await killCommand('copy', milliseconds, 'restore', store);
    // Its database server outlives it.
    assert.equal(await findThings(), null);
  }
  const begun = performance.now();
  const { code, err } = await backoffice('copy', 'restore', store);
  // The last one may have come to its end before it was killed.
  if (code !== 0) assert.match(err, /This one has:/);
  return [
    `${(took / 1_000).toFixed(1)} s with ${whole.memory} MB of memory: ${whole.out.trim().split('\n').at(-1)}`,
    `killed after ${moments.join(', ')} ms; the sixth took ${secondsSince(begun)}`,
  ].join('\n        ');
}

/** Null: there is no such table, or no server that could have one. */
async function findThings(): Promise<unknown> {
  const text = `select to_regclass('public.things')::text as things`;
  const [found] = await queryOf<{ things: unknown }>('copy', text).catch(() => []);
  return found?.things ?? null;
}

async function signInToCopy(): Promise<void> {
  const [original, copy] = ['office', 'copy'].map((name) =>
    readFileSync(join(folder, name, 'secret')),
  );
  assert.deepEqual(copy, original);
  const server = await runServer(envOf('copy'));
  const { call } = await signIn(server.url, 'admin@example.org', 'nine quiet lakes behind');
  const count = 'select count(*)::int as things from things';
  assert.deepEqual(await queryOf('copy', count), await queryOf('office', count));
  const { status } = await call('POST', '/api/things', { body: { name: 'After the restore' } });
  await server.end();
  assert.equal(status, 201);
}

/** Room for an empty database, but not for the records. */
async function restoreIntoFullDisk(): Promise<string> {
  return await withDisk('small', 110, async () => {
    const { code, err } = await backoffice('small', 'restore', store);
    assert.equal(code, 1, err);
    assert.match(err, /disk is full/);
    return err.trim();
  });
}

async function damagePart(): Promise<string> {
  const [name = ''] = await listBackups();
  const part = join(store, 'backups', name, '000001');
  const bytes = readFileSync(part);
  writeFileSync(part, Buffer.concat([bytes.subarray(0, -20), Buffer.alloc(20, 7)]));
  const { code, err } = await backoffice('empty', 'restore', store);
  writeFileSync(part, bytes);
  assert.equal(code, 1, err);
  assert.match(err, /is damaged/);
  return err.trim();
}

async function useWrongKey(): Promise<string> {
  const { identity } = await createKeyPair();
  const { code, err } = await runCommand(['restore', store], { env: envOf('empty', identity) });
  assert.equal(code, 1, err);
  assert.match(err, /does not open it/);
  return err.trim();
}

export const restoreChecks: readonly Check[] = [
  { name: 'a restore that was killed five times can be repeated', run: killRestores },
  { name: 'people sign in to the restored installation and work', run: signInToCopy },
  { name: 'a restore onto a disk that is too small is refused', run: restoreIntoFullDisk },
  { name: 'a damaged part is refused', run: damagePart },
  { name: 'a wrong key is refused', run: useWrongKey },
];
