import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { librarySource } from '../support/library.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const descriptor = join(folder, 'resources.json');

const authors = [
  { _id: 'a', name: 'Ada', mentor: 'b', email: 'ada@example.org' },
  { _id: 'b', name: '=Bob', mentor: null, email: 'bob@example.org' },
  // One of them is written again when the other is there.
  { _id: 'c', name: 'Cat', mentor: 'd', email: 'cat@example.org' },
  { _id: 'd', name: 'Dan', mentor: 'c', email: 'dan@example.org' },
];

describe('npx backoffice export', () => {
  const databases: TestDatabase[] = [];
  const envOf = (database: TestDatabase) => ({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RESOURCES: descriptor,
    SAMPLE_DATA: '0',
    LOG_LEVEL: 'silent',
  });
  const open = async () => {
    const database = await createTestDatabase();
    databases.push(database);
    return database;
  };
  const run = (database: TestDatabase, ...args: string[]) =>
    runCommand(args, { env: envOf(database) });
  let first: TestDatabase;
  beforeAll(async () => {
    await writeFile(
      descriptor,
      JSON.stringify({
        app: { title: 'Backup', languages: ['en'] },
        roles: librarySource.roles,
        resources: {
          authors: {
            importKey: 'email',
            fields: {
              name: { type: 'text' },
              mentor: { type: 'reference', to: 'authors' },
              email: { type: 'email', required: true, unique: true },
              visits: { type: 'number', readOnly: true },
              note: { type: 'text' },
            },
          },
          users: librarySource.resources.users,
        },
      }),
    );
    await writeFile(join(folder, 'authors.json'), JSON.stringify(authors));
    first = await open();
    await run(first, 'import', join(folder, 'authors.json'));
    await writeFile(join(folder, 'authors.json'), JSON.stringify([{ ...authors[1], name: 'Bo' }]));
    await run(first, 'import', join(folder, 'authors.json'));
    // What the server writes itself is in a backup too.
    const client = new pg.Client({ connectionString: first.url });
    await client.connect();
    await client.query(`update authors set visits = 3 where _id = 'a'`);
    await client.query(`update authors set note = '' where _id = 'c'`);
    await client.end();
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  test.each(['ndjson', 'json', 'csv', 'tsv', 'xlsx'])(
    'makes a backup that restores an empty installation completely: %s',
    async (format) => {
      const one = join(folder, `one-${format}`);
      const two = join(folder, `two-${format}`);
      const second = await open();

      const exported = await run(first, 'export', one, '--format', format);
      const imported = await run(second, 'import', one);
      await run(second, 'export', two, '--format', 'ndjson');
      await run(first, 'export', join(folder, `again-${format}`));

      expect(exported.code).toBe(0);
      expect(imported.out).toContain(`authors.${format}: 4 records, 4 created`);
      expect(imported.code).toBe(0);
      const original = await readFile(join(folder, `again-${format}`, 'authors.ndjson'), 'utf8');
      // A cell of a table cannot say the difference between nothing and an empty text.
      const back = format.includes('json')
        ? original
        : original.replace('"note":""', '"note":null');
      expect(await readFile(join(two, 'authors.ndjson'), 'utf8')).toBe(back);
      expect(original).toContain('"note":""');
      expect(original).toContain('"_version":2');
      expect(original).toContain('"visits":3');
    },
  );

  test('describes its contents in a manifest', async () => {
    const target = join(folder, 'manifest');

    const { json } = await run(first, 'export', target, '--json').then(({ out }) => ({
      json: JSON.parse(out),
    }));

    expect(JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'))).toEqual(json);
    expect(json.files).toMatchObject([
      { file: 'authors.ndjson', resource: 'authors', records: 4 },
      { file: 'users.ndjson', resource: 'users', records: 0 },
    ]);
  });

  test('does not write into a folder that is not empty', async () => {
    const result = await run(first, 'export', folder);

    expect(result.code).toBe(1);
    expect(result.err).toContain('is not empty');
  });

  test('reports a file in place of the folder', async () => {
    const result = await run(first, 'export', descriptor);

    expect(result.code).toBe(1);
    expect(result.err.trim()).toBe(`${descriptor} cannot be used as a folder (EEXIST)`);
  });

  test('refuses another manifest, with a remedy', async () => {
    const app = join(folder, 'app');
    await mkdir(app);
    await writeFile(join(app, 'manifest.json'), JSON.stringify({ name: 'An app', icons: [] }));
    await writeFile(join(app, 'authors.json'), JSON.stringify(authors));

    const result = await run(first, 'import', app);

    expect(result.code).toBe(1);
    expect(result.err.trim()).toBe(
      `${join(app, 'manifest.json')} is not the manifest of a backup; delete manifest.json to import the folder as edited files`,
    );
  });

  test('makes a backup that is refused after a change, with the name of the file', async () => {
    const target = join(folder, 'changed');
    await run(first, 'export', target);
    await writeFile(join(target, 'authors.ndjson'), '{"name":"Eve"}\n');
    await rm(join(target, 'users.ndjson'));

    const result = await run(await open(), 'import', target);

    expect(result.code).toBe(1);
    expect(result.err).toContain('authors.ndjson has changed');
    expect(result.err).toContain('users.ndjson is missing');
  });

  test('omits passwords, and the start explains how an admin gets one', async () => {
    const [from, to] = [await open(), await open()];
    const target = join(folder, 'people');
    const admin = { ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'password of the boss' };
    const old = await runServer({ ...envOf(from), ...admin });
    await old.end();
    await run(from, 'export', target);
    await run(to, 'import', target);

    const restored = await runServer({ ...envOf(to), ...admin });
    const before = signIn(restored.url, 'boss@example.org', 'password of the boss');
    await expect(before).rejects.toThrow('no sign-in');
    const command = /npx backoffice (user password \S+)/.exec(restored.lines.join('\n'))?.[1] ?? '';
    const set = await run(to, ...command.split(' '), '--json');
    await signIn(restored.url, 'boss@example.org', JSON.parse(set.out).password);
    await restored.end();
    const again = await runServer({ ...envOf(to), ...admin });
    await again.end();

    expect(command).toBe('user password boss@example.org');
    expect(again.lines.join('\n')).not.toContain('user password');
  });

  test('sets new stamps if there are records already, and reports it', async () => {
    const target = join(folder, 'twice');
    await run(first, 'export', target);

    const result = await run(first, 'import', target);

    // As from anybody: an empty text is nothing.
    expect(result.out).toContain('1 updated, 3 unchanged');
    expect(result.out).toContain('new versions and timestamps');
  });
});
