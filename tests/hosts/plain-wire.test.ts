import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const admin = { email: 'admin@example.org', password: 'nine quiet lakes behind the hills' };

test('WIRE=plain returns the same bytes, and is mentioned in the log', async () => {
  const folder = await openTemporaryFolder();
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  // One after the other, as the first one makes the tables and the sample.
  const fast = await runServer(env);
  const plain = await runServer({ ...env, WIRE: 'plain' });

  const paths = ['/api/chems?_perPage=100', '/api/chems/export?format=csv', '/api/chems/export'];
  const [byFast, byPlain] = await Promise.all([fast, plain].map(({ url }) => readAll(url, paths)));

  expect(byFast![1]!.length).toBeGreaterThan(10_000);
  expect(byPlain).toEqual(byFast);
  expect(
    [fast, plain].map(({ lines }) => lines.some((line) => line.includes('WIRE=plain'))),
  ).toEqual([false, true]);
  await Promise.all([fast.end(), plain.end()]);
  await database.drop();
});

async function readAll(url: string, paths: readonly string[]): Promise<string[]> {
  const { token } = await signIn(url, admin.email, admin.password);
  const headers = { Authorization: `Bearer ${token}` };
  return await Promise.all(
    paths.map(async (path) => (await fetch(url + path, { headers })).text()),
  );
}
