import { execFile } from 'node:child_process';
import { appendFile, cp, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { toSourcePlaces } from '../../src/hosts/read/source-places.ts';
import { createTestDatabase } from '../support/database.ts';
import { makePdf } from '../support/make-pdf.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const project = join(await openTemporaryFolder(), 'product');
const PASSWORD = 'nine quiet lakes behind the hills';
const SAID = 'started from the bundle';

beforeAll(async () => {
  for (const part of ['src', 'package.json', 'package-lock.json', 'resources.json'])
    await cp(join(top, part), join(project, part), { recursive: true });
  await symlink(join(top, 'node_modules'), join(project, 'node_modules'));
  await runCode("await (await import('./src/hosts/build/bundle-server.ts')).bundleServer()");
});

test('a stack in the bundle names the line of the source', async () => {
  const path = join(dirname(await findBundle()), 'server.mjs');
  const code = await readFile(path, 'utf8');
  const source = await readFile(join(top, 'src/hosts/free-disk.ts'), 'utf8');
  const lineOf = (text: string, part: string) =>
    text.slice(0, text.indexOf(part)).split('\n').length;
  const line = lineOf(code, 'await statfs(folder');

  const stack = toSourcePlaces(
    `Error: full\n    at readDisk (file://${path}:${line}:35)\n    at node:internal/x:1:2`,
  );

  expect(stack).toBe(
    `Error: full\n    at readDisk (${top}/src/hosts/free-disk.ts:${lineOf(source, 'await statfs(folder')})\n    at node:internal/x:1:2`,
  );
});

test('a server runs from its bundle, with sample, workers and lazily loaded code', async () => {
  await appendFile(await findBundle(), `\nconsole.log(${JSON.stringify(SAID)});`);
  const server = await start('bundled');
  const { token, call } = await signIn(server.url, 'admin@example.org', PASSWORD);
  const headers = { Authorization: `Bearer ${token}` };
  const workbook = await fetch(`${server.url}/api/sources/export?format=xlsx`, { headers });
  const form = new FormData();
  form.set('file', new File([await workbook.arrayBuffer()], 'sources.xlsx'));
  const imported = await fetch(`${server.url}/api/sources/import`, {
    method: 'POST',
    headers,
    body: form,
  });
  const summary = (await imported.json()) as { total: number };
  const uploaded = await fetch(`${server.url}/api/files?field=sources.document`, {
    method: 'POST',
    headers: { ...headers, 'Content-Disposition': 'attachment; filename=study.pdf' },
    body: new Uint8Array(makePdf(['words'])),
  });
  const body = { currentPassword: PASSWORD, password: 'password1234' };
  const common = await call('PUT', '/api/users/current', { body });
  await server.end();

  expect(server.lines).toContain(SAID);
  expect(summary.total).toBeGreaterThan(10);
  expect(await uploaded.json()).toMatchObject({ name: 'study.pdf', type: 'application/pdf' });
  expect(common).toMatchObject({ status: 422, body: { code: 'V028' } });
});

test('a server runs from its sources once one of them has changed', async () => {
  await appendFile(join(project, 'src/hosts/listen.ts'), '\n// changed\n');
  const server = await start('changed');
  await server.end();

  expect(await findBundle()).toBe('');
  expect(server.lines).not.toContain(SAID);
});

async function start(name: string) {
  const { url } = await createTestDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: join(project, name), ADMIN_PASSWORD: PASSWORD };
  return await runServer(env, { project });
}

async function findBundle(): Promise<string> {
  return await runCode(
    "process.stdout.write((await import('./src/hosts/build/server-bundle.ts')).findBundle() ?? '')",
  );
}

/** Runs code in the copy of the product. */
async function runCode(code: string): Promise<string> {
  const args = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project });
  return stdout;
}
