import { chmod, copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

test('a change in the browser reaches the file, other servers, commands and the next start', async () => {
  const database = await createTestDatabase();
  const [own, other] = [await openTemporaryFolder(), await openTemporaryFolder()];
  const fileIn = (folder: string) => join(folder, 'resources.json');
  for (const folder of [own, other]) await copyFile(join(top, 'resources.json'), fileIn(folder));
  await chmod(fileIn(other), 0o444);
  const envOf = (folder: string) => ({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RESOURCES: fileIn(folder),
    SECRET: 'a secret that all replicas of a test have',
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'warn',
  });
  const start = async (folder: string, watch = '0') => {
    const server = await runServer({ ...envOf(folder), WATCH: watch });
    return { server, ...(await signIn(server.url, 'admin@example.org', 'password of the admin')) };
  };
  const first = await start(own, '1');
  const second = await start(other);
  const { body: texts } = await first.call('GET', '/api/structure/descriptor');
  const [{ path, text }] = texts.files;
  const notes = '"notes": { "fields": { "text": { "type": "text" } } },';
  const changed = text.replace('"resources": {', `"resources": {\n    ${notes}`);
  const files = [{ path, text: changed }];
  const { body: plan } = await first.call('POST', '/api/structure/plan', { body: { files } });

  const applied = await first.call('POST', '/api/structure/apply', {
    body: { files, plan: plan.hash, base: texts.hash },
  });
  expect(applied.body).toMatchObject({ written: true });
  const here = await first.call('POST', '/api/notes', { body: { text: 'One' } });
  await expect.poll(async () => (await second.call('GET', '/api/notes')).status).toBe(200);
  const leading = (await second.call('GET', '/api/structure/descriptor')).body;
  await first.server.end();
  await second.server.end();
  const printed = await runCommand(['schema', '--descriptor'], { env: envOf(other) });
  const third = await start(other);
  const kept = await third.call('GET', '/api/notes');
  await third.server.end();
  await database.drop();

  expect(here.status).toBe(201);
  expect(await readFile(fileIn(own), 'utf8')).toBe(changed);
  expect(await readFile(fileIn(other), 'utf8')).toBe(text);
  expect(leading).toMatchObject({ source: 'database', writable: false, applied: true });
  expect(printed).toMatchObject({ code: 0, out: changed });
  expect(kept.body.data).toMatchObject([{ text: 'One' }]);
}, 120_000);
