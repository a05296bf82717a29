import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_START_LOCK } from '../../src/hosts/first-start.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import { runServer } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

/** What became of a request, and after how many milliseconds. */
async function ask(url: string): Promise<{ status: number; took: number }> {
  const started = performance.now();
  const { status } = await fetch(url);
  return { status, took: performance.now() - started };
}

test('no call hangs on a silent database, /readyz reports it, and SIGTERM still works', async () => {
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
  // In order, and not since its time was over.
  expect(await server.end()).toBe(0);
  expect(performance.now() - stopping).toBeLessThan(15_000);
  await late;
  await relay.close();
  await place.drop();
}, 120_000);

describe('a start that hangs ends within ten seconds of SIGTERM', () => {
  let place: TestDatabase;
  let other: pg.Client;
  let relay: Relay;
  beforeAll(async () => {
    place = await createTestDatabase();
    relay = await openRelay(place.url);
    other = new pg.Client({ connectionString: place.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await relay.close();
    await place.drop();
  });

  beforeEach(() => other.query('select pg_advisory_lock($1)', [FIRST_START_LOCK]));
  afterEach(async () => {
    relay.pass();
    await other.query('select pg_advisory_unlock_all()');
  });

  /** Without a deadline: the start alone would wait for ever. */
  const countWaiting = async (): Promise<number | null> =>
    (
      await other.query(
        `select from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount;

  test.each([
    ['as another process holds its lock', () => {}],
    ['as its database is silent', () => relay.silence('all')],
  ])(
    '%s',
    async (_, hang) => {
      // The start before is gone, and the database has noticed.
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(0);
      const child = spawn(process.execPath, ['src/hosts/start.mjs', '--without-screens'], {
        cwd: top,
        env: {
          ...process.env,
          DATABASE_URL: relay.url,
          DATA_DIR: join(folder, 'hanging'),
          PORT: '0',
          LOG_LEVEL: 'silent',
        },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await expect.poll(countWaiting, { timeout: 30_000 }).toBe(1);
      hang();

      child.kill('SIGTERM');

      try {
        // For a machine that is busy.
        await expect
          .poll(() => child.exitCode ?? child.signalCode, { timeout: 15_000 })
          .not.toBeNull();
      } finally {
        child.kill('SIGKILL');
        await ended;
      }
    },
    60_000,
  );
});
