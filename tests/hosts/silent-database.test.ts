import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openRelay } from '../support/relay.ts';
import { runServer } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

/** What became of a request, and after how many milliseconds. */
async function ask(url: string): Promise<{ status: number; took: number }> {
  const started = performance.now();
  const { status } = await fetch(url);
  return { status, took: performance.now() - started };
}

test('a database that is silent lets no call hang, says so in /readyz, and does not keep SIGTERM waiting', async () => {
  const place = await createTestDatabase();
  const relay = await openRelay(place.url);
  const server = await runServer({
    DATABASE_URL: relay.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'silent',
  });
  expect((await ask(`${server.url}/readyz`)).status).toBe(200);
  relay.silence('all');
  const signIn = () =>
    fetch(`${server.url}/api/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.org', password: 'password of the admin' }),
    });

  const looks: Awaited<ReturnType<typeof ask>>[] = [];
  // The answer of the last second may still hold.
  await expect
    .poll(async () => looks.push(await ask(`${server.url}/readyz`)) && looks.at(-1)?.status, {
      timeout: 5_000,
    })
    .toBe(503);
  const answers = await Promise.all(Array.from({ length: 4 }, signIn));
  // Twice its promise, for a machine that is busy.
  expect(Math.max(...looks.map(({ took }) => took))).toBeLessThan(4_000);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);

  relay.pass();
  await expect
    .poll(async () => (await ask(`${server.url}/readyz`)).status, { timeout: 15_000 })
    .toBe(200);

  relay.silence('all');
  const late = Promise.allSettled([signIn(), signIn()]);
  const stopping = performance.now();
  await server.end();
  expect(performance.now() - stopping).toBeLessThan(15_000);
  await late;
  await relay.close();
  await place.drop();
}, 120_000);
