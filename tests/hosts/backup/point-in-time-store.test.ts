import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnvironment, type Environment } from '../../../src/hosts/environment.ts';
import { openPointInTime } from '../../../src/hosts/open/open-point-in-time.ts';
import { removeExpiredMoments } from '../../../src/store/backup/moment-retention.ts';
import { listWindows, readMoments } from '../../../src/store/backup/moments.ts';
import { readSealed, storeSealed } from '../../../src/store/backup/parts.ts';
import { createOpener, createSealer } from '../../../src/store/backup/seal.ts';
import { shipWal } from '../../../src/store/backup/ship-wal.ts';
import type { BaseManifest } from '../../../src/store/backup/write-base.ts';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { openS3Blobs } from '../../../src/store/blobs/s3-blobs.ts';
import { openDatabase, type Database } from '../../../src/store/connection/database.ts';
import { openEmbedded, type Embedded } from '../../../src/store/embedded/embedded.ts';
import { nextMoment, openMomentOffice, type MomentOffice } from '../../support/moment-office.ts';
import { openS3Server } from '../../support/s3-server.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const quiet = { info() {}, warn() {} };
let office: MomentOffice;
let embedded: Embedded;
let database: Database;

beforeAll(async () => {
  office = await openMomentOffice(join(folder, 'office'));
  const { server } = await office.serve();
  await server.end();
  embedded = await openEmbedded({ dir: office.data, log: quiet });
  database = await openDatabase({ url: embedded.url, log: quiet, connections: 3 });
  await office.backUp();
}, 60_000);
afterAll(async () => {
  await database.close();
  await embedded.stop();
});

async function write(name: string): Promise<void> {
  await database.query(`insert into notes (_id, name) values ($1, $1)`, [name]);
}

async function ship(mostWaiting?: number, openStore = () => openFolderBlobs(office.place)) {
  const shipped = await shipWal({
    url: embedded.url,
    data: join(office.data, 'postgres'),
    openStore,
    sealer: createSealer([office.key.recipient]),
    ...(mostWaiting && { mostWaiting }),
  });
  if (shipped === 'busy') throw new Error('nobody else ships');
  return shipped;
}

/** The log that PostgreSQL keeps for the store. */
async function slots(): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(
    'select slot_name as name from pg_replication_slots where not temporary',
  );
  return rows.map(({ name }) => name);
}

test('a store that is unavailable for a while gets everything later, and the state shows it', async () => {
  const outcome = parseEnvironment(office.env) as { environment: Environment };
  const lines: string[] = [];
  const write1 = (level: string) => (_: unknown, message: string) =>
    void lines.push(`${level}: ${message}`);
  const log = {
    debug() {},
    info: write1('info'),
    warn: write1('warn'),
    error: write1('error'),
  };
  const blobs = await openFolderBlobs(join(office.data, 'files'));
  const parts = { url: embedded.url, database, blobs };
  await rename(office.place, `${office.place}-away`);
  await writeFile(office.place, 'a file where a folder should be');
  const state = (await openPointInTime(outcome.environment, parts, log, 100))!;
  const began = state.archivedUntil();
  await expect.poll(() => lines).toHaveLength(1);
  await write('a during the outage');
  const moment = await nextMoment();

  const before = state.archivedUntil();
  const waiting = state.waitingBytes();
  await rm(office.place);
  await rename(`${office.place}-away`, office.place);
  await expect.poll(() => state.archivedUntil(), { timeout: 20_000 }).toBeGreaterThan(+moment);
  await state.close();
  const restored = await office.restore('outage', moment);

  expect(before).toBe(began);
  expect(waiting).toBeGreaterThan(0);
  expect(state.waitingBytes()).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^error: the log of the database: cannot be stored/),
    expect.stringMatching(/^info: the log of the database: in the backup store again/),
  ]);
  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(await office.readNotes('outage')).toEqual(['a during the outage']);
});

test('a moment of another version of PostgreSQL is refused before anything is written', async () => {
  const store = await openFolderBlobs(office.place);
  const { bases } = await readMoments(store);
  const key = `bases/${bases[0]!.chain}/${bases[0]!.name}/manifest`;
  const open = createOpener([office.key.identity]);
  const bytes = readSealed(store, open, key);
  const manifest = (await json(Readable.from(bytes, { objectMode: false }))) as BaseManifest;
  const { until } = await ship();
  const restoreWith = async (changed: Partial<BaseManifest>) => {
    const text = Buffer.from(JSON.stringify({ ...manifest, ...changed }));
    await store.remove(key);
    await storeSealed(store, createSealer([office.key.recipient]), key, Readable.from([text]));
    return await office.restore('version', new Date(until.getTime() - 1));
  };

  const version = await restoreWith({ postgres: 17 });
  const machine = await restoreWith({ platform: 'sunos-sparc' });
  await restoreWith({ secret: manifest.secret });

  expect(version.err).toMatch(/PostgreSQL 17 wrote this copy, and this is PostgreSQL \d\d/);
  expect(machine.err).toContain('A machine of the kind sunos-sparc wrote this copy');
  expect([version.code, machine.code]).toEqual([1, 1]);
});

test('retention removes copies and the log that no other copy needs', async () => {
  const store = await openFolderBlobs(office.place);
  await write('b before the second copy');
  await office.backUp();
  await write('b after the second copy');
  const moment = await nextMoment();
  await ship();
  const before = await readMoments(store);

  const removed = await removeExpiredMoments(store, 0);
  const after = await readMoments(store);
  const restored = await office.restore('kept', moment);

  expect(removed).toEqual([before.bases[0]!.name]);
  expect(after.bases.map(({ name }) => name)).toEqual([before.bases[1]!.name]);
  expect(listWindows(after)[0]!.from).toEqual(before.bases[1]!.endedAt);
  expect(listWindows(after)[0]!.to).toEqual(listWindows(before)[0]!.to);
  const pieces = after.pieces.get(after.bases[0]!.chain)!;
  expect(pieces.length).toBeLessThan(before.pieces.get(after.bases[0]!.chain)!.length);
  expect(pieces.every(({ to }) => to > after.bases[0]!.start)).toBe(true);
  expect(restored.code).toBe(0);
  expect(await office.readNotes('kept')).toContain('b after the second copy');
});

test('a log that waits for too long is discarded, and a new chain starts', async () => {
  const [slot] = await slots();
  const { chain } = await ship(16 * 2 ** 20);
  for (let segment = 0; segment < 6; segment += 1) {
    await write(`c ${segment}`);
    await database.query('select pg_switch_wal()');
  }
  await database.query('checkpoint');

  const next = await ship();
  await office.backUp();
  await write('d in the new chain');
  const moment = await nextMoment();
  await ship();
  const restored = await office.restore('chained', moment);

  expect(next.chain).toMatchObject({ begins: 'afterLoss' });
  expect(next.chain.name).not.toBe(chain.name);
  expect(await slots()).toEqual([next.chain.slot]);
  expect(next.chain.slot).not.toBe(slot);
  expect(await readdir(join(office.place, 'wal'))).toHaveLength(2);
  expect(restored.code).toBe(0);
  expect(await office.readNotes('chained')).toContain('d in the new chain');
});

test('an S3 store serves as well', async () => {
  const s3 = await openS3Server();
  const target = s3.place();
  const { host } = new URL(target.endpoint);
  const to = {
    BACKUP_TO: `s3://${host}/${target.bucket}/${target.prefix.slice(0, -1)}?region=${target.region}&tls=false`,
    FILES_KEY: target.credentials!.key,
    FILES_SECRET: target.credentials!.secret,
  };
  await office.backUp(to);
  await write('e in another store');
  const moment = await nextMoment();
  await ship(undefined, () => openS3Blobs(target));

  const restored = await office.restore('distant', moment, to);
  await s3.close();

  expect([restored.code, restored.err]).toEqual([0, '']);
  expect(await office.readNotes('distant')).toContain('e in another store');
});
