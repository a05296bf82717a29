import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const original = parse(await readFile(join(top, 'resources.json'), 'utf8'));
original.roles.admin.devMenu = true;
const notes = { fields: { text: { type: 'text', required: true } } };

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let servers: ServerProcess[];

beforeEach(async () => {
  folder = await openTemporaryFolder();
  database = await createTestDatabase();
  servers = [];
  await save({});
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await database.drop();
});

/** Saves the project's descriptor with more resources, as editors do: beside it, then in its place. */
async function save(more: object, change: (source: any) => void = () => {}): Promise<void> {
  const source = structuredClone(original);
  Object.assign(source.resources, more);
  change(source);
  await saveText(JSON.stringify(source, null, 2));
}

async function saveText(text: string, name = 'resources.json'): Promise<void> {
  await writeFile(join(folder, `${name}~`), text);
  await rename(join(folder, `${name}~`), join(folder, name));
}

async function start(env: Record<string, string> = {}) {
  const server = await runServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RESOURCES: join(folder, 'resources.json'),
    SECRET: 'a secret that all replicas of a test have',
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'info',
    WATCH: '1',
    ...env,
  });
  servers.push(server);
  const { call } = await signIn(server.url, 'admin@example.org', 'password of the admin');
  const status = async (path: string): Promise<number> => (await call('GET', path)).status;
  return { ...server, call, status };
}

const within = { timeout: 10_000, interval: 50 };

describe('a watched descriptor', () => {
  test('takes effect as soon as it is saved, with table, API, OpenAPI and import', async () => {
    const { status, call, lines } = await start();
    const before = await status('/api/notes');

    await save({ notes });
    await expect.poll(() => status('/api/notes'), within).toBe(200);

    const created = await call('POST', '/api/notes', { body: { text: 'new' } });
    const openapi = await call('GET', '/api/openapi.json');
    expect(before).toBe(404);
    expect(created.status).toBe(201);
    expect(openapi.body.paths).toHaveProperty('/api/notes/import');
    expect(lines).toContainEqual(expect.stringMatching(/applied; it adds the table notes/));
  });

  test('changes nothing while it is broken, and reports the place', async () => {
    const { status, lines, call } = await start();

    await saveText('{\n  "resources": { "chems": { "fields": { "a": { "type": "txt" } } } }\n}');
    await expect
      .poll(() => lines.join('\n'), within)
      .toContain('the previous descriptor stays active');
    const broken = await call('GET', '/api/config');
    await save({ notes });
    await expect.poll(() => status('/api/notes'), within).toBe(200);
    const mended = await call('GET', '/api/config');

    expect(lines).toContainEqual(expect.stringMatching(/resources\.json:2:\d+ .*\(D006\)/));
    expect(broken.body.descriptor.resources).toHaveProperty('extractions');
    expect(broken.body.problems).toContainEqual(
      expect.objectContaining({ code: 'D006', line: 2, file: expect.stringContaining('json') }),
    );
    expect(mended.body.problems).toEqual([]);
  });

  test('with more than additions is refused as a whole', async () => {
    const { status, call, lines } = await start();

    await save({ notes }, (source) => {
      source.resources.chems.fields.commonName = { type: 'number' };
      delete source.resources.chems.public;
      delete source.resources.chems.duplicates;
      source.resources.chems.title = '{casId}';
    });
    await expect.poll(() => lines.join('\n'), within).toContain('(D040)');

    const { body } = await call('GET', '/api/config');
    expect(await status('/api/notes')).toBe(404);
    expect(body.problems[0]).toMatchObject({
      code: 'D040',
      path: 'resources.chems.fields.commonName',
    });
  });

  test('is followed in its included files, also those added later', async () => {
    const { status, lines } = await start();

    await save({}, (source) => (source.include = ['more.json']));
    await expect
      .poll(() => lines.join('\n'), within)
      .toContain('the previous descriptor stays active');
    await saveText(JSON.stringify({ resources: { notes } }), 'more.json');

    await expect.poll(() => status('/api/notes'), within).toBe(200);
  });
});

describe('servers on one database', () => {
  test('all serve the descriptor that one of them applied', async () => {
    const one = await start();
    const own = await openTemporaryFolder();
    await writeFile(join(own, 'resources.json'), JSON.stringify(original));
    const other = await start({ RESOURCES: join(own, 'resources.json'), WATCH: '0' });

    await save({ notes });
    await expect.poll(() => one.status('/api/notes'), within).toBe(200);
    await expect.poll(() => other.status('/api/notes'), within).toBe(200);

    const configs = await Promise.all([one, other].map(({ call }) => call('GET', '/api/config')));
    expect(configs[0]!.body.hash).toBe(configs[1]!.body.hash);
    await expect.poll(() => other.lines.join('\n'), within).toContain('this server now uses it');
  });

  test('all report the problems of the watched file, also those started later', async () => {
    const one = await start();
    const own = await openTemporaryFolder();
    await writeFile(join(own, 'resources.json'), JSON.stringify(original));
    const still = { RESOURCES: join(own, 'resources.json'), WATCH: '0' };
    const other = await start(still);
    const problemsOf = async ({ call }: Pick<typeof other, 'call'>) =>
      (await call('GET', '/api/config')).body.problems.map(({ code, file }: any) => [
        code,
        file.endsWith('resources.json'),
      ]);

    await save({ notes: { fields: { text: { type: 'txet' } } } });
    await expect.poll(() => problemsOf(other), within).toEqual([['D006', true]]);
    const late = await start(still);
    await expect.poll(() => problemsOf(late), within).toEqual([['D006', true]]);

    await save({});
    await expect.poll(() => problemsOf(other), within).toEqual([]);
    expect(await problemsOf(one)).toEqual([]);
  });

  test('are not reset by one that starts with a replaced file', async () => {
    const one = await start();
    await save({ notes });
    await expect.poll(() => one.status('/api/notes'), within).toBe(200);
    const own = await openTemporaryFolder();
    await writeFile(join(own, 'resources.json'), JSON.stringify(original));

    const late = await start({ RESOURCES: join(own, 'resources.json') });

    expect(await late.status('/api/notes')).toBe(200);
    expect(await one.status('/api/notes')).toBe(200);
    expect(late.lines.join('\n')).toContain('this server uses theirs');
  });

  test('follow the new file of one that starts beside them', async () => {
    const one = await start();
    const own = await openTemporaryFolder();
    const source = structuredClone(original);
    source.resources.notes = notes;
    await writeFile(join(own, 'resources.json'), JSON.stringify(source));

    const late = await start({ RESOURCES: join(own, 'resources.json') });

    expect(await late.status('/api/notes')).toBe(200);
    await expect.poll(() => one.status('/api/notes'), within).toBe(200);
  });

  test('follow the file of one that starts alone, also to an older version', async () => {
    await save({ notes });
    const first = await start();
    await first.end();
    await save({});

    const { status } = await start();

    expect(await status('/api/notes')).toBe(404);
  });
});
