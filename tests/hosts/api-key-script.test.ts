import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(
  'the Python program of docs/api-keys.md does and prints what the page says (needs python3)',
  async () => {
    const page = readFileSync(join(top, 'docs/api-keys.md'), 'utf8');
    const program = /```python\n(.*?)```/s.exec(page)![1]!;
    const printed = /it prints:\s+```\n(.*?)```/s.exec(page)![1];
    const file = join(folder, 'client.py');
    await writeFile(file, program);
    const database = await createTestDatabase();
    const password = 'password of the admin';
    const server = await runServer({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'silent',
    });
    const admin = await signIn(server.url, 'admin@example.org', password);
    const operations = ['list', 'read', 'create', 'update'];
    const { body: made } = await admin.call('POST', '/api/keys', {
      body: { name: 'Notebook', collections: { chemFunctions: { operations } } },
    });

    const { stdout } = await promisify(execFile)('python3', [file], {
      env: { ...process.env, BACKOFFICE: server.url, BACKOFFICE_KEY: made.key },
    });

    expect(stdout).toBe(printed);
    await server.end();
    await database.drop();
  },
  60_000,
);
