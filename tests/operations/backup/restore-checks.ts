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
  envOf,
  folder,
  killCommand,
  listBackups,
  secondsSince,
  store,
} from './office.ts';

async function killRestores(): Promise<string> {
  for (const milliseconds of [1_000, 2_500, 4_000, 6_000])
    await killCommand('copy', milliseconds, 'restore', store);
  const begun = performance.now();
  const { code, out, err } = await backoffice('copy', 'restore', store);
  assert.equal(code, 0, err);
  return `${secondsSince(begun)}: ${out.trim().split('\n').at(-1)}`;
}

async function signInToCopy(): Promise<void> {
  const [original, copy] = ['office', 'copy'].map((name) =>
    readFileSync(join(folder, name, 'secret')),
  );
  assert.deepEqual(copy, original);
  const server = await runServer(envOf('copy'));
  const { call } = await signIn(server.url, 'admin@example.org', 'nine quiet lakes behind');
  const { status } = await call('POST', '/api/things', { body: { name: 'After the restore' } });
  await server.end();
  assert.equal(status, 201);
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
  { name: 'a restore that was killed four times can be repeated', run: killRestores },
  { name: 'people sign in to the restored installation and work', run: signInToCopy },
  { name: 'a damaged part is refused', run: damagePart },
  { name: 'a wrong key is refused', run: useWrongKey },
];
