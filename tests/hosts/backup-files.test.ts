import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolderBlobs } from '../../src/store/blobs/folder-blobs.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { listBlobs, readBlob } from '../support/blobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makePdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import { runCommand, type CommandResult } from '../support/run-command.ts';
import { studiesDescriptor, studiesSource, upload } from '../support/studies.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const resources = join(folder, 'resources.json');
const pdf = makePdf(['Bisphenol A migrates']);
const targets: TestDatabase[] = [];
let api: TestApi;
let source: Record<string, string>;

beforeAll(async () => {
  await writeFile(resources, JSON.stringify(studiesSource));
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  source = envOf(api.url, dirname(api.services.blobs.scratch));
  const png = await makePicture(3, 2);
  const picture = async (name: string): Promise<string> =>
    (await upload(api, png, { name, field: 'studies.pictures' })).json.id;
  const document = (await upload(api, pdf)).json.id;
  const titled = await api.call('POST', `/api/files/${document}/copies`, {
    as: 'staff',
    body: { title: 'The study' },
  });
  // Nobody names this one, so that no backup needs it.
  await upload(api, makePdf(['Nobody names me']));
  for (const body of [
    {
      title: 'a',
      document: titled.json.id,
      pictures: [await picture('2.png'), await picture('1.png')],
    },
    { title: 'b', document, pictures: [] },
    { title: 'c', pictures: [] },
  ])
    await api.call('POST', '/api/studies', { as: 'staff', body });
});
afterAll(async () => {
  await api.close();
  for (const database of targets) await database.drop();
});

function envOf(url: string, files: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    FILES_URL: `file://${files}`,
    DATA_DIR: folder,
    RESOURCES: resources,
    SAMPLE_DATA: '0',
    LOG_LEVEL: 'silent',
  };
}

async function openTarget(name: string) {
  const database = await createTestDatabase();
  targets.push(database);
  const place = join(folder, name);
  return { env: envOf(database.url, place), url: database.url, place };
}

const run = (env: Record<string, string>, ...args: string[]): Promise<CommandResult> =>
  runCommand(args, { env });

async function readRows(url: string): Promise<unknown> {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const database = await openDatabase({ url, log });
  const files = await database.rows(
    `select id, name, title, type, size, sha256, created_by, created_at from backoffice.files f
      where exists (select from backoffice.file_uses u where u.file = f.id and u.current) order by id`,
  );
  const studies = await database.rows('select * from studies order by title');
  await database.close();
  return { files, studies };
}

async function readThreads(url: string): Promise<Record<string, unknown>[][]> {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const database = await openDatabase({ url, log });
  const threads = await database.rows('select * from backoffice.threads order by id');
  const messages = await database.rows('select * from backoffice.messages order by id');
  await database.close();
  return [threads, messages];
}

describe('a backup with files', () => {
  test.each(['ndjson', 'csv', 'xlsx'])(
    'restores records and files as they were: %s',
    async (format) => {
      const backup = join(folder, `all-${format}`);
      const target = await openTarget(`files-${format}`);

      const exported = await run(source, 'export', backup, '--format', format);
      const imported = await run(target.env, 'import', backup);

      expect(exported.out).toContain('files.ndjson: 4 files,');
      expect([exported.code, exported.err]).toEqual([0, '']);
      expect(imported.out).toContain('4 files restored');
      expect([imported.code, imported.err]).toEqual([0, '']);
      expect(await readRows(target.url)).toEqual(await readRows(api.url));
      const blobs = await openFolderBlobs(target.place);
      const keys = await listBlobs(blobs, '');
      expect(keys.length).toBe(2);
      expect(await readdir(join(backup, 'files'))).toEqual([...keys, 'files.ndjson']);
      const { json } = await api.call('GET', '/api/studies?title=b', { as: 'staff' });
      expect(await readBlob(blobs, json.data[0].document.sha256)).toEqual(pdf);
    },
  );

  test('restores what people wrote about records, and nothing about the trash', async () => {
    const backup = join(folder, 'threads');
    const target = await openTarget('files-threads');
    const find = async (title: string) =>
      (await api.call('GET', `/api/studies?title=${title}`, { as: 'staff' })).json.data[0]._id;
    const write = async (record: string, text: string): Promise<string> => {
      const body = { resource: 'studies', record, text, query: { due: '2026-12-24' } };
      return (await api.call('POST', '/api/threads', { as: 'staff', body })).json._id;
    };
    const thread = await write(await find('a'), 'Is this the last version?');
    const answer = { text: 'Yes.', status: 'answered' };
    await api.call('POST', `/api/threads/${thread}/messages`, { as: 'staff', body: answer });
    const gone = await api.call('POST', '/api/studies', { as: 'staff', body: { title: 'gone' } });
    await write(gone.json._id, 'Away with it.');
    const headers = { 'If-Match': '*' };
    await api.call('DELETE', `/api/studies/${gone.json._id}`, { as: 'staff', headers });

    const exported = await run(source, 'export', backup);
    const imported = await run(target.env, 'import', backup);

    expect([exported.code, exported.err]).toEqual([0, '']);
    expect(exported.out).toContain('threads.ndjson: 1 thread');
    expect(imported.out).toContain('1 thread, 2 messages restored');
    const [threads, messages] = await readThreads(target.url);
    const [from, said] = await readThreads(api.url);
    expect(threads).toEqual(from!.filter(({ id }) => id === thread));
    expect(messages).toEqual(said!.filter((message) => message['thread'] === thread));
    const file = join(backup, 'threads', 'threads.ndjson');
    await writeFile(file, `${await readFile(file, 'utf8')}{}`);
    const changed = await run((await openTarget('changed-threads')).env, 'import', backup);
    expect(changed.err).toContain('has changed since the backup was made');
  });

  test('resumes after an interruption, and does nothing twice', async () => {
    const backup = join(folder, 'again');
    const target = await openTarget('files-again');
    await run(source, 'export', backup);
    const [first = ''] = await readdir(join(backup, 'files'));
    const bytes = await readFile(join(backup, 'files', first));
    await writeFile(join(backup, 'files', first), 'damaged');

    const broken = await run(target.env, 'import', backup);
    await writeFile(join(backup, 'files', first), bytes);
    const again = await run(target.env, 'import', backup);
    const twice = await run(target.env, 'import', backup);

    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(`${first} .* has changed since`),
    ]);
    expect(again.code).toBe(0);
    expect(await readRows(target.url)).toEqual(await readRows(api.url));
    expect(twice.out).toContain('0 files restored (0 bytes), 4 were there');
    expect(twice.out).toContain('3 unchanged');
  });

  test('can be tested by a dry run, which restores nothing', async () => {
    const backup = join(folder, 'dry');
    const target = await openTarget('files-dry');
    await run(source, 'export', backup);

    const { code, out } = await run(target.env, 'import', backup, '--dry-run');

    expect(out).toContain('3 records, 3 created, 0 updated, 0 unchanged, 0 failed');
    expect(code).toBe(0);
    expect(await readRows(target.url)).toEqual({ files: [], studies: [] });
  });

  test('is refused if its list of files is missing or has changed', async () => {
    const backup = join(folder, 'changed');
    const target = await openTarget('files-changed');
    await run(source, 'export', backup);
    await writeFile(join(backup, 'files/files.ndjson'), '{}\n');

    const changed = await run(target.env, 'import', backup);
    await rm(join(backup, 'files'), { recursive: true });
    const missing = await run(target.env, 'import', backup);

    expect(changed.err).toContain('files.ndjson has changed since the backup was made');
    expect(missing.err).toContain('files.ndjson is missing; use --without-files');
  });

  test('can omit files, when it is made and when it is restored', async () => {
    const [with_, without] = [join(folder, 'with'), join(folder, 'without')];
    const [one, two] = [await openTarget('files-one'), await openTarget('files-two')];

    await run(source, 'export', with_);
    await run(source, 'export', without, '--without-files');
    const results = [
      await run(one.env, 'import', with_, '--without-files'),
      await run(two.env, 'import', without),
    ];

    expect(results.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(await readdir(without)).not.toContain('files');
    for (const { url } of [one, two])
      expect(await readRows(url)).toMatchObject({
        files: [],
        studies: ['a', 'b', 'c'].map((title) => ({ title, document: null })),
      });
  });

  test('names missing contents, and has all others', async () => {
    const backup = join(folder, 'lost');
    const target = await openTarget('files-lost');
    const lost = await upload(api, makePdf(['Lost']), { name: 'lost.pdf' });
    const body = { title: 'lost', document: lost.json.id, pictures: [] };
    await api.call('POST', '/api/studies', { as: 'staff', body });
    await api.services.blobs.remove(lost.json.sha256);

    const exported = await run(source, 'export', backup);
    const imported = await run(target.env, 'import', backup);
    const checked = await run(target.env, 'files', 'check');

    expect([exported.code, exported.out]).toEqual([
      1,
      expect.stringContaining(`missing in the store of files: ${lost.json.sha256}`),
    ]);
    expect([imported.code, imported.out]).toEqual([0, expect.stringContaining('5 files restored')]);
    expect(checked.out).toContain(`missing: ${lost.json.sha256} (lost.pdf)`);
  });

  test('remembers which files the virus scanner refused', async () => {
    const backup = join(folder, 'infected');
    const target = await openTarget('files-infected');
    const found = await upload(api, makePdf(['Infected']), { name: 'infected.pdf' });
    const body = { title: 'infected', document: found.json.id, pictures: [] };
    await api.call('POST', '/api/studies', { as: 'staff', body });
    await api.database.query(
      `update backoffice.blobs set work_state = 'failed', work_error = 'infected' where sha256 = $1`,
      [found.json.sha256],
    );

    await run(source, 'export', backup);
    await run(target.env, 'import', backup);

    await run(target.env, 'export', join(folder, 'infected-again'));

    const lines = await readFile(join(folder, 'infected-again/files/files.ndjson'), 'utf8');
    const files = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(files.filter(({ infected }) => infected).map(({ sha256 }) => sha256)).toEqual([
      found.json.sha256,
    ]);
  });
});
