import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/hosts/client/create-client.ts';
import { compile } from '../support/compile.ts';
import { createTestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const page = readFileSync(join(top, 'docs/typed-client.md'), 'utf8');
const program = /```ts\n(.*?)```/s.exec(page)?.[1] ?? '';

type Functions = {
  chemFunctions: {
    record: { _id: string; _version: number; name: string };
    create: { key: string; name: string };
    patch: { name?: string };
  };
};
const roots = { chemFunctions: '/api/chemFunctions' };

let server: Awaited<ReturnType<typeof runServer>>;
let token: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const written = await runCommand(['schema', '--out', join(folder, 'backoffice')], {
    env: { RESOURCES: join(top, 'resources.json') },
  });
  if (written.code !== 0) throw new Error(written.err);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await symlink(join(top, 'node_modules'), join(folder, 'node_modules'));
  const database = await createTestDatabase();
  const ADMIN_PASSWORD = 'password of the admin';
  server = await runServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD,
    LOG_LEVEL: 'silent',
  });
  ({ token } = await signIn(server.url, 'admin@example.org', ADMIN_PASSWORD));
  close = async () => {
    await server.end();
    await database.drop();
  };
});
afterAll(() => close());

test('the program of docs/typed-client.md compiles, and does and prints what the page says', async () => {
  const printed = /It prints:\s+```\n(.*?)```/s.exec(page)?.[1];
  const file = join(folder, 'program.ts');
  await writeFile(file, program);

  expect(await compile(folder, ['program.ts'])).toBe('');
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, BACKOFFICE: server.url, TOKEN: token },
  });
  expect(stdout).toBe(printed);
});

test('the compiler finds unknown fields, values and collections', async () => {
  const wrong = [
    `await api.chemFunctions.create({ key: 'a', nam: 'A' });`,
    `await api.chemFunctions.update('1', 1, { name: 5 });`,
    `await api.chemFunction.list();`,
    `await api.chemFunctions.list({ filter: { nam_starts: 'A' } });`,
    `(await api.chemFunctions.get('1')).nam;`,
  ];
  const head = `import { connect } from './backoffice/client.ts';\nconst api = connect({ url: '', token: '' });\n`;
  await writeFile(join(folder, 'wrong.ts'), head + wrong.join('\n'));

  const said = await compile(folder, ['wrong.ts']);
  const lines = [...said.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect(lines).toEqual([3, 4, 5, 6, 7]);
});

test('the client is small', async () => {
  const [built] = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'backoffice/client.ts', formats: ['es'] }, minify: true },
  })) as Rolldown.RolldownOutput[];
  expect(gzipSync(built!.output[0].code).length).toBeLessThan(5_000);
});

test('events arrive, and resume after the connection broke', async () => {
  const cut = new AbortController();
  let lines = 0;
  const api = createClient<Functions>(
    {
      url: server.url,
      token,
      fetch: (input, init) => {
        const isLine = typeof input === 'string' && input.endsWith('/api/sse/');
        const signal = isLine && lines++ === 0 ? cut.signal : init?.signal;
        return fetch(input, { ...init, ...(signal && { signal }) });
      },
    },
    roots,
  );
  const end = new AbortController();
  const seen: string[] = [];
  let made: { _id: string; _version: number } | undefined;
  for await (const { event, data } of api.$events({ signal: end.signal })) {
    if (event === 'ready' && !made) made = await api.chemFunctions.create({ key: 'e', name: 'E' });
    if (event === 'record.created') {
      cut.abort();
      await api.chemFunctions.update(made!._id, 1, { name: 'F' });
    }
    if (event.startsWith('record.') && data._id === made?._id) seen.push(event);
    if (event === 'record.updated') end.abort();
  }

  expect(new Set(seen)).toEqual(new Set(['record.created', 'record.updated']));
  expect(lines).toBeGreaterThan(1);
});

test('a request to a busy server is repeated, but not a write without a key or version', async () => {
  let asked = 0;
  const busy = (status: number): typeof fetch => {
    asked = 0;
    return async (input, init) => {
      asked += 1;
      if (asked > 1) return await fetch(input, init);
      if (status === 0) throw new TypeError('the line was cut');
      return Response.json({ code: 'S026' }, { status, headers: { 'Retry-After': '0' } });
    };
  };
  const open = (status: number) =>
    createClient<Functions>({ url: server.url, token, fetch: busy(status) }, roots);

  expect((await open(503).chemFunctions.list()).perPage).toBe(10);
  expect(asked).toBe(2);
  expect((await open(0).chemFunctions.list()).perPage).toBe(10);
  const order = { action: 'delete', ids: ['none'] };
  await expect(open(0).chemFunctions.bulk(order)).rejects.toThrow('the line was cut');
  expect(asked).toBe(1);
});
