import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

test('the program of docs/scripting.md does and prints what the page says', async () => {
  const page = readFileSync(join(top, 'docs/scripting.md'), 'utf8');
  const program = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('\n');
  const printed = /It prints:\s+```\n(.*?)```/s.exec(page)?.[1];
  const file = join(folder, 'script.ts');
  await writeFile(file, program);
  const database = await createTestDatabase();
  const account = { EMAIL: 'admin@example.org', PASSWORD: 'password of the admin' };
  const server = await runServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: account.PASSWORD,
    LOG_LEVEL: 'silent',
  });

  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, ...account, BACKOFFICE: server.url },
  });

  expect(stdout).toBe(printed);
  await server.end();
  await database.drop();
});
