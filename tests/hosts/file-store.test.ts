import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

test('a server starts without its file store and reports it; another one reports that it has another store', async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'warn',
    FILES_KEY: 'key',
    FILES_SECRET: 'the secret',
  };
  const closed = 's3://127.0.0.1:1/bucket?tls=false';

  const first = await runServer({ ...env, FILES_URL: closed });
  await expect.poll(() => first.lines.join('\n')).toContain('the file store cannot be used');
  const second = await runServer(env);
  await expect.poll(() => second.lines.join('\n')).toContain('has its files in another store');
  const ready = await fetch(`${first.url}/readyz`);

  expect(ready.status).toBe(200);
  expect(first.lines.join('\n')).toContain('ECONNREFUSED');
  expect(first.lines.join('\n')).not.toContain('another store');
  expect(first.lines.join('\n')).not.toContain('the secret');
  await Promise.all([first.end(), second.end()]);
  await database.drop();
});
