import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptorSchema } from '../../src/descriptor/read/descriptor-schema.ts';
import { createTestDatabase } from '../support/database.ts';
import { librarySource } from '../support/library.ts';
import { runCommand, runProgram } from '../support/run-command.ts';
import { top } from '../support/source-files.ts';

const SLOW = { timeout: 25_000 };

describe('the command line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backoffice-command-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const writeDescriptor = async (text: string): Promise<Record<string, string>> => {
    const path = join(folder, 'resources.json');
    await writeFile(path, text);
    return { RESOURCES: path };
  };

  test.each([
    [[], 'Usage', 2],
    [['--help'], 'Usage', 0],
    [['chek'], 'did you mean check?', 2],
    [['check', '--jsn'], "Unknown option '--jsn'", 2],
    [['check', 'more'], 'takes no arguments', 2],
    [['check', '--help'], 'Usage: npx backoffice check', 0],
    [['schema', '--help'], 'Usage: npx backoffice schema', 0],
    [['introspect', '--help'], 'Usage: npx backoffice introspect', 0],
    [['import', '--help'], 'Usage: npx backoffice import', 0],
    [['user', '--help'], 'Usage: npx backoffice user', 0],
    [['import'], 'requires a folder or files', 2],
    [['import', 'x', '--mode', 'merge'], '--mode must be one of', 2],
    [['user', 'add'], 'requires add EMAIL', 2],
    [['user', 'remove', 'a@example.org'], 'requires add EMAIL', 2],
  ])('answers %j with "%s" and exit code %i', async (args, words, code) => {
    const result = await runCommand(args);

    expect(result.out + result.err).toContain(words);
    expect(result.code).toBe(code);
  });

  test('ends with the process that `npx` started, also when that is killed', async () => {
    const database = await createTestDatabase();
    const wrapper = spawn(
      process.execPath,
      ['src/hosts/command.mjs', 'start', '--without-screens'],
      {
        cwd: top,
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          PORT: '0',
          SAMPLE_DATA: '0',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let printed = '';
    wrapper.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => /is ready at (http\S+)/.exec(printed)?.[1], SLOW).toBeDefined();
    const url = /is ready at (http\S+)/.exec(printed)![1]!;

    wrapper.kill('SIGKILL');

    await expect
      .poll(
        () =>
          fetch(`${url}/healthz`).then(
            ({ status }) => status,
            () => 'gone',
          ),
        SLOW,
      )
      .toBe('gone');
    await database.drop();
  }, 60_000);

  test.each<[readonly string[], 1 | 2]>([
    [['chek'], 2],
    [[], 2],
    [['check', '--jsn'], 2],
    [['check', 'more'], 2],
    [['plan', 'more'], 2],
    [['apply', '--allow-rewrite'], 2],
    [['apply', '--undo', '--plan', 'x'], 2],
    [['introspect', 'foo'], 2],
    [['introspect', 'postgres://me@127.0.0.1:1/%'], 2],
    [['introspect', 'postgres://me@127.0.0.1:1/x'], 1],
    [['infer'], 2],
    [['infer', 'gone.csv'], 1],
    [['infer', 'gone.csv', '--header-row', 'x'], 2],
    [['import', 'gone', '--decimal', ';'], 2],
    [['import', 'gone', '--warnings', 'some'], 2],
    [['import', 'gone'], 1],
    [['export', 'folder', '--format', 'foo'], 2],
    [['user', 'add', 'foo', '--role', 'staff'], 2],
    [['user', 'role', 'foo', 'staff'], 2],
    [['schema', '--role', 'nobody'], 2],
    [['schema', '--role', 'nobody', '--out', 'folder'], 1],
  ])('answers %j with exit code %i, and with --json by one object', async (args, code) => {
    const result = await runCommand([...args, '--json']);

    expect(JSON.parse(result.out)).toMatchObject({ error: [expect.any(String)], problems: [] });
    expect(result).toMatchObject({ code, err: '' });
  });

  test('prints its help as an object too', async () => {
    const results = await Promise.all(
      [['--help'], ['check', '--help']].map((args) => runCommand([...args, '--json'])),
    );

    for (const { out, code } of results) {
      expect(JSON.parse(out)).toEqual({ usage: expect.stringContaining('Usage: npx backoffice') });
      expect(code).toBe(0);
    }
  });

  test('runs within the memory limits of `npm run backoffice`', async () => {
    const { scripts } = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
    const [, ...words] = scripts.backoffice.split(' ');
    const told = 'data:text/javascript,console.error(process.execArgv.join())';

    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(top, 'src/hosts/command.mjs'), 'check'],
      {
        cwd: top,
        env: { ...process.env, NODE_OPTIONS: `--import=${told}` },
      },
    );

    expect(stdout).toContain('no problems');
    expect(words).toEqual([
      '--expose-gc',
      expect.stringContaining('--max-semi-space-size='),
      expect.stringContaining('--max-old-space-size='),
      'src/hosts/command.ts',
    ]);
    expect(stderr.split('\n')).toContain(words.slice(0, -1).join());
  });

  test('exits when its work on a database is done', { timeout: 120_000 }, async () => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), SAMPLE_DATA: '0' };
    const list = join(folder, 'chemFamilies.csv');
    await writeFile(list, 'key,name,superGroup\nalcohols,Alcohols,Organooxygen compounds\n');

    const codes: [string, number | null][] = [];
    for (const args of [
      ['apply'],
      ['user', 'add', 'eva@example.org', '--role', 'staff'],
      ['import', list],
      ['export', join(folder, 'out')],
      ['files', 'check'],
      ['plan'],
    ])
      codes.push([args[0]!, (await runProgram(args, { env })).code]);
    await database.drop();

    expect(codes).toEqual(codes.map(([name]) => [name, 0]));
  });

  test('finds no problems in the descriptor of this project', async () => {
    const result = await runCommand(['check', '--json']);

    expect(JSON.parse(result.out)).toEqual({
      file: 'resources.json',
      problems: [],
      warnings: [],
      changes: [],
    });
    expect(result.code).toBe(0);
  });

  test('lists the problems of a descriptor with line, column, code and suggestion', async () => {
    const env = await writeDescriptor(
      '{ "resources": {\n  "users": { "fields": {\n    "email": { "type": "emal" } } } } }',
    );

    const result = await runCommand(['check'], { env });

    expect(result.out).toMatch(/resources\.json:3:\d+ .*\(D\d{3}\) — did you mean email\?/);
    expect(result.code).toBe(1);
  });

  test('warns of a role that can change a choice, but not to all of its values', async () => {
    const orders = (write: string, filter: string) =>
      `{ "roles": { "admin": { "all": true }, "staff": {} }, "resources": { "orders": { "fields": {
        "no": { "type": "text" },
        "status": { "type": "choice", "choices": ["new", "packed", "shipped"]${write} } },
        "permissions": { "staff": { "list": true, "read": true, "update": ${filter} } } },
        "users": ${JSON.stringify(librarySource.resources.users)} } }`;
    const byStatus = '{ "status_in": ["new", "packed"] }';
    const eitherWay = '{ "or": [{ "status_in": ["new", "packed"] }, { "no": "x" }] }';

    const env = await writeDescriptor(orders('', byStatus));
    const told = await runCommand(['check'], { env });
    const json = await runCommand(['check', '--json'], { env });
    await writeDescriptor(orders(', "write": ["admin"]', byStatus));
    const unwritten = await runCommand(['check', '--json'], { env });
    await writeDescriptor(orders('', eitherWay));
    const open = await runCommand(['check', '--json'], { env });

    expect(told.out).toMatch(
      /resources\.json:4:\d+ resources\.orders\.permissions\.staff\.update never lets the role staff set status to shipped, .*\(D055\) \[warning\]/,
    );
    expect(JSON.parse(json.out)).toMatchObject({ problems: [], warnings: [{ code: 'D055' }] });
    expect([unwritten, open].map(({ out }) => JSON.parse(out).warnings)).toEqual([[], []]);
    expect([told.code, json.code]).toEqual([0, 0]);
  });

  test('names the file of each problem of a descriptor in several files', async () => {
    const env = await writeDescriptor(
      '{ "include": ["more.json", "none.json"],\n "resources": {} }',
    );
    await writeFile(join(folder, 'more.json'), '{\n "resources": { "notes": {} } }');

    const unread = await runCommand(['check'], { env });
    await writeFile(join(folder, 'none.json'), '{}');
    const read = await runCommand(['check', '--json'], { env });

    expect(unread.out).toMatch(/resources\.json:1:28 .*there is no such file \(D037\)/);
    expect(JSON.parse(read.out).problems).toContainEqual(
      expect.objectContaining({
        file: expect.stringMatching(/more\.json$/) as unknown,
        line: 2,
        path: 'resources.notes.fields',
      }),
    );
    expect([unread.code, read.code]).toEqual([1, 1]);
  });

  test('names a file that it cannot read', async () => {
    const result = await runCommand(['check'], { env: { RESOURCES: join(folder, 'gone.json') } });

    expect(result.err).toContain('gone.json cannot be read (ENOENT)');
    expect(result.code).toBe(1);
  });

  test('reports problems of the environment before it starts', async () => {
    const result = await runCommand(['check', '--json'], { env: { PORT: 'x', LOG_LEVEL: 'loud' } });

    expect(JSON.parse(result.out).problems).toMatchObject([
      { path: 'PORT' },
      { path: 'LOG_LEVEL' },
    ]);
    expect(result.code).toBe(1);
  });

  test('writes the schema beside the descriptor', async () => {
    const env = await writeDescriptor('{}');

    const result = await runCommand(['schema'], { env });

    const written = await readFile(join(folder, 'resources.schema.json'), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(toDescriptorSchema())));
    expect(result.code).toBe(0);
  });
});
