import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const resources = join(folder, 'resources.json');

async function declare(fields: object): Promise<void> {
  const source = parse(await readFile(join(top, 'resources.json'), 'utf8'));
  Object.assign(source.resources, { notes: { fields } });
  await writeFile(resources, JSON.stringify(source));
}

const text = { type: 'text' };

test(
  'an upgrade is rehearsed on a copy while others write, and the database is unchanged',
  { timeout: 180_000 },
  async () => {
    const dir = join(folder, 'data');
    const env = { DATA_DIR: dir, RESOURCES: resources };
    await declare({ name: text, year: text });
    const server = await runServer({
      ...env,
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    });
    const { call } = await signIn(server.url, 'admin@example.org', 'password of the admin');
    const add = (year: string) =>
      call('POST', '/api/notes', { body: { name: `of ${year}`, year } });
    for (const year of ['1999', '2001', 'unknown']) await add(year);

    await declare({ name: text, year: { type: 'number', integer: true }, added: text });
    let isOver = false;
    const writing = (async () => {
      const answers = new Set<number>();
      for (let year = 1900; !isOver; year++) answers.add((await add(String(year))).status);
      return answers;
    })();
    const losing = await runCommand(['upgrade', '--rehearse', '--json'], { env });
    isOver = true;
    const answers = await writing;
    await declare({ name: text, year: text, added: text });
    const harmless = await runCommand(['upgrade', '--rehearse'], { env });
    const { body } = await call('GET', '/api/notes?name=of%20unknown');
    await server.end();

    const said = JSON.parse(losing.out);
    expect(losing).toMatchObject({ code: 1, err: '' });
    expect(said).toMatchObject({ way: 'apply', obstacles: [] });
    expect(said.copied.bytes).toBeGreaterThan(1e6);
    expect(said.plan.steps.find((step: any) => step.lost)?.lost.count).toBe(1);
    expect(said.locks).toContainEqual({
      table: 'public.notes',
      blocks: 'reads and writes',
      seconds: expect.any(Number),
    });
    expect(said.statements.length).toBeGreaterThan(10);
    expect(answers).toEqual(new Set([201]));
    expect(harmless).toMatchObject({ code: 0, err: '' });
    expect(harmless.out).toMatch(/^Copied [\d.]+ MB in [\d.]+ s\.\n/);
    expect(harmless.out).toMatch(/\nReads and writes of notes wait for up to [\d.]+ s\.\n/);
    expect(harmless.out).toMatch(/\nNothing is lost\.\nA start of this version applies this in /);
    expect(body.data).toMatchObject([{ year: 'unknown' }]);
    expect(body.data[0]).not.toHaveProperty('added');
    expect((await readdir(dir)).filter((name) => name.startsWith('rehearsal-'))).toEqual([]);
  },
);

test('an external database is upgraded only if it is declared a copy', async () => {
  const { url, drop } = await createTestDatabase();
  const env = { DATABASE_URL: url, DATA_DIR: folder };

  const refused = await runCommand(['upgrade', '--rehearse'], { env });
  const done = await runCommand(['upgrade', '--rehearse', '--copy'], { env });

  await drop();
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('add --copy') });
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain('A start of this version applies this in');
});
