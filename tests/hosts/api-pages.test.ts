import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runPage } from '../support/run-page.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const account = { EMAIL: 'admin@example.org', PASSWORD: 'password of the admin' };

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await runServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ADMIN_PASSWORD: account.PASSWORD,
    LOG_LEVEL: 'silent',
  });
}, 60_000);
afterAll(async () => {
  await server.end();
  await database.drop();
});

test.each(['importing-by-api', 'duplicates'])(
  'the commands of docs/%s.md do and print what it says',
  async (page) => {
    const cwd = join(folder, page);
    await mkdir(cwd);

    const outcome = await runPage(`docs/${page}.md`, {
      cwd,
      env: { ...account, BACKOFFICE: server.url },
    });

    expect(outcome).toEqual({ code: 0, err: '', missing: [] });
  },
);
