import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  create,
  fillOffice,
  hashTables,
  listDifferences,
  listScratchDatabases,
  openOffice,
  pdf,
  queryAll,
  readImport,
  type Office,
} from '../../support/archived-office.ts';
import { openFolderBlobs } from '../../../src/store/blobs/folder-blobs.ts';
import { readManifest } from '../../../src/store/backup/backups.ts';
import { compareRestored, restoreArchive } from '../../../src/store/backup/restore-archive.ts';
import { createOpener } from '../../../src/store/backup/seal.ts';
import { runCommand } from '../../support/run-command.ts';
import { runServer } from '../../support/run-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const backups = join(folder, 'backups');
let office: Office;
let key: { recipient: string; identity: string };
const opened: Office[] = [];

async function open(name: string): Promise<Office> {
  await mkdir(join(folder, name));
  const made = await openOffice(join(folder, name));
  opened.push(made);
  return made;
}

beforeAll(async () => {
  office = await open('office');
  await fillOffice(office);
  key = JSON.parse((await office.run('backup', '--new-key', '--json')).out);
  office.env['BACKUP_KEY'] = key.recipient;
});
afterAll(async () => {
  for (const { database } of opened) await database.drop();
});

test('a restored installation has every row, and continues', async () => {
  await queryAll(
    office.database.url,
    // A limit of attempts, and files whose pictures are made.
    `insert into backoffice.attempts values ('k', 1, now(), now())`,
    `update backoffice.blobs set work_state = 'done', work_attempts = 1`,
    // Somebody watches new members, and was told of those that are there.
    `insert into users (_id, email, name, role, status) values ('w', 'w@example.org', 'Will', 'admin', 'confirmed')`,
    `insert into backoffice.watches (id, person, resource, created_at) values ('w1', 'w', 'members', '2020-01-01')`,
    `insert into backoffice.watch_cursor (since) values (pg_current_snapshot()::text)`,
    `insert into backoffice.inbox (id, person, kind, resource, mailed_at) values ('i1', 'w', 'watched', 'members', now())`,
  );
  const before = await hashTables(office.database.url);
  const made = await office.run('backup', backups);
  const other = await open('other');
  other.env['BACKUP_IDENTITY'] = key.identity;

  const restored = await other.run('restore', backups);

  expect([made.code, made.err]).toEqual([0, '']);
  expect([restored.code, restored.err]).toEqual([0, '']);
  const different = await listDifferences(office.database.url, other.database.url);
  const expected = await readTold();
  expect(different.filter((name) => !expected.some((prefix) => name.startsWith(prefix)))).toEqual(
    [],
  );
  expect(different).toEqual(
    expect.arrayContaining(['attempts.key', 'blobs.work_state', 'history.xid', 'webhooks.since']),
  );
  expect(Object.keys(before)).toContainEqual(expect.stringMatching(/^backoffice_trash\./));
  expect(await readFile(join(folder, 'other/secret'))).toEqual(
    await readFile(join(folder, 'office/secret')),
  );
  const server = await runServer(other.env);
  const { call, token } = await signIn(server.url, admin.email, admin.password);
  const { body: members } = await call('GET', '/api/members?_sort=name');
  const [bob, eve] = members.data;
  const paper = await fetch(`${server.url}/api/files/${eve.paper.id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await paper.arrayBuffer())).toEqual(Buffer.from(pdf));
  expect(await readImport(call)).toEqual(['name']);
  const next = await create(call, 'members', { name: 'Next', team: bob.team });
  const told = `select id, record, mailed_at is null as waits from backoffice.inbox where id <> 'i1' and person = 'w'`;
  await expect
    .poll(() => queryAll(other.database.url, told))
    .toEqual([{ id: expect.anything(), record: next, waits: true }]);
  const { body: record } = await call('GET', `/api/members/${next}`);
  const { body: team } = await call('GET', `/api/teams/${bob.team}`);
  expect(record).toMatchObject({ number: 'M-0004', bill: expect.stringMatching(/-4$/) });
  expect(team.size).toBe(3);
  const { body: history } = await call('GET', `/api/members/${eve._id}/history`);
  expect(history.data.length).toBe(2);
  const refused = await call('DELETE', `/api/teams/${bob.team}`, {
    headers: { 'If-Match': '*' },
  });
  expect(refused.status).toBe(409);
  await server.end();
  const undone = await other.run('apply', '--undo');
  expect(undone.out).toContain('Undone');
});

/** The columns that docs/backup.md says differ after a restore; a table with a dot at its end for all of its columns. */
async function readTold(): Promise<string[]> {
  const page = await readFile('docs/backup.md', 'utf8');
  const rows = page.matchAll(/^\| (`[\w`, ]+`) \| (all|`[\w`, ]+`)[^|]*\|/gm);
  const names = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  return [...rows].flatMap(([, tables, columns]) =>
    names(tables).flatMap((table) =>
      columns === 'all' ? [`${table}.`] : names(columns).map((column) => `${table}.${column}`),
    ),
  );
}

test('a rehearsal detects a row, a sequence and a webhook that differ from the backup', async () => {
  const store = await openFolderBlobs(backups);
  const [name = ''] = await readdir(join(backups, 'backups'));
  const openSealed = createOpener([key.identity]);
  const manifest = await readManifest(store, openSealed, name);
  const { database } = await open('compared');
  const { url } = database;
  const parts = { url, from: store, open: openSealed, backup: name, manifest };
  await restoreArchive({ ...parts, isRehearsal: true, report: () => undefined });
  const before = await compareRestored(url, manifest);
  const moved = manifest.sequences.find(({ last }) => last !== null);
  await queryAll(
    url,
    `select nextval('backoffice."${moved?.name}"')`,
    'update backoffice.webhooks set from_at = now()',
    'delete from backoffice.descriptor',
  );

  const after = await compareRestored(url, manifest);

  expect(before).toEqual([]);
  expect(after).toEqual([
    expect.stringMatching(/^"backoffice"."descriptor" differs: 0 rows instead of [1-9]/),
    expect.stringMatching(/^the sequence .* differs/),
    expect.stringMatching(/^the webhook .* continues at another time$/),
  ]);
});

test('a restore that fails in the database has already stored the secret, and can be repeated', async () => {
  const place = join(folder, 'obstructed-backups');
  const before = await hashTables(office.database.url);
  await office.run('backup', place);
  const other = await open('obstructed');
  other.env['BACKUP_IDENTITY'] = key.identity;
  const client = new pg.Client({ connectionString: other.database.url });
  await client.connect();
  await client.query('create type public.members as (name text)');

  const failed = await other.run('restore', place);
  const secret = await readFile(join(folder, 'obstructed/secret'));
  const between = await hashTables(other.database.url);
  await client.query('drop type public.members');
  await client.end();
  const repeated = await other.run('restore', place);

  expect([failed.code, between]).toEqual([1, {}]);
  expect(secret).toEqual(await readFile(join(folder, 'office/secret')));
  expect([repeated.code, repeated.err]).toEqual([0, '']);
  expect(await hashTables(other.database.url)).toEqual(before);
});

test('an installation with users refuses a restore, and names the users', async () => {
  await office.run('backup', join(folder, 'kept'), '--unencrypted');

  const refused = await office.run('restore', join(folder, 'kept'));

  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/This one has:\n {2}credentials: 1 row\n {2}members: 2 rows\n/);
});

describe('a backup', () => {
  const place = join(folder, 'several');
  const listParts = async (name: string) => (await readdir(join(place, 'backups', name))).sort();
  const blobs = async () =>
    (await readdir(join(place, 'blobs'), { recursive: true })).filter((path) => path.includes('/'));
  let name: string;
  let empty: Office;
  beforeAll(async () => {
    ({ name } = JSON.parse((await office.run('backup', place, '--json')).out));
    empty = await open('empty');
  });

  test('is not made without a key, unless requested', async () => {
    const { BACKUP_KEY: _, ...env } = office.env;
    const plain = join(folder, 'plain');

    const refused = await runCommand(['backup', plain], { env });
    const made = await runCommand(['backup', plain, '--unencrypted', '--json'], { env });

    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Set BACKUP_KEY')]);
    const part = join(plain, 'backups', JSON.parse(made.out).name, 'manifest');
    expect(gunzipSync(await readFile(part)).toString()).toContain('"secret":');
  });

  test('reveals nothing without the secret key', async () => {
    const files = await blobs();
    const all = await Promise.all(
      (await listParts(name)).map((part) => readFile(join(place, 'backups', name, part))),
    );

    const refused = await empty.run('restore', place);

    expect(files.join()).not.toContain(createHash('sha256').update(pdf).digest('hex'));
    expect(
      all.filter((bytes) => !bytes.toString('latin1').startsWith('age-encryption.org/v1')),
    ).toHaveLength(1);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('BACKUP_IDENTITY does not open it'),
    ]);
  });

  test('stores shared files once, and cleans up an interrupted one', async () => {
    const before = await blobs();
    const cut = join(place, 'backups/20200101T000000Z');
    await mkdir(cut);
    await writeFile(join(cut, '000001'), 'half');
    const listed = await office.run('backup', '--list', place);

    const again = JSON.parse((await office.run('backup', place, '--json')).out);

    expect(listed.out).toMatch(/^\d{8}T\d{6}Z {2}[\d.]+ kB\n$/);
    expect(again).toMatchObject({ files: 2, newFiles: 0, missing: [] });
    expect(await blobs()).toEqual(before);
    expect((await readdir(join(place, 'backups'))).sort()).toEqual([name, again.name]);
    name = again.name;
  });

  test.each([
    ['that is damaged', (bytes: Buffer) => bytes.fill(7, 300, 310)],
    ['that is cut', (bytes: Buffer) => bytes.subarray(0, -1)],
  ])('is refused with a part %s, before anything is written', async (_, damage) => {
    empty.env['BACKUP_IDENTITY'] = key.identity;
    const part = join(place, 'backups', name, '000002');
    const bytes = await readFile(part);
    await writeFile(part, damage(Buffer.from(bytes)));

    const refused = await empty.run('restore', place);
    await writeFile(part, bytes);

    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringMatching(/000002 in .* is damaged/),
    ]);
    expect(await hashTables(empty.database.url)).toEqual({});
  });

  test('is refused if one of its files is missing', async () => {
    const [file = ''] = await blobs();
    const path = join(place, 'blobs', file);
    const bytes = await readFile(path);
    await rm(path);

    const refused = await empty.run('restore', place);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);

    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is missing in')]);
    expect(await hashTables(empty.database.url)).toEqual({});
  });
});

test('a rehearsal compares every row and file, and leaves nothing', async () => {
  const place = join(folder, 'rehearsed');
  const { name } = JSON.parse((await office.run('backup', place, '--json')).out);
  office.env['BACKUP_IDENTITY'] = key.identity;

  const whole = await office.run('backup', '--rehearse', place, name, '--json');
  const [file = ''] = (await readdir(join(place, 'blobs'), { recursive: true })).filter((path) =>
    path.includes('/'),
  );
  await writeFile(join(place, 'blobs', file), 'age-encryption.org/v1 and no more');
  const damaged = await office.run('backup', '--rehearse', place);

  expect(whole.code).toBe(0);
  expect(JSON.parse(whole.out)).toMatchObject({ name, files: 2, wrong: [] });
  expect(damaged.code).toBe(1);
  expect(damaged.out).toContain('does not come back whole');
  expect(await listScratchDatabases(office.database.url)).toEqual([]);
});
