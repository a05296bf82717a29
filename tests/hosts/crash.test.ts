import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { databaseUrl } from '../../src/store/embedded/postmaster.ts';
import { createTestDatabase } from '../support/database.ts';
import { serverPid, startProcess } from '../support/embedded-process.ts';
import { librarySource } from '../support/library.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

describe('a server killed while it writes', () => {
  test.each([
    ['alone', 'server', async () => {}],
    ['together with its database', 'both', killDatabase],
  ])('%s has lost no acknowledged write after a restart', async (_, name, alsoKill) => {
    const env = {
      DATA_DIR: join(folder, name),
      SAMPLE_DATA: '0',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    };
    const first = await runServer(env);
    const { written, writing } = startWriting(await admin(first), 8);
    await vi.waitUntil(() => written.length >= 100, { timeout: 60_000, interval: 5 });

    first.child.kill('SIGKILL');
    await alsoKill(env.DATA_DIR);
    await writing;
    const second = await runServer(env);
    const there = await listKeys(await admin(second));
    const code = await second.end();

    expect(written.filter((key) => !there.has(key))).toEqual([]);
    expect(written.length).toBeGreaterThanOrEqual(100);
    expect(code).toBe(0);
  });
});

test('a server is not ready while its embedded database is down', async () => {
  const env = { DATA_DIR: join(folder, 'stopping'), SAMPLE_DATA: '0', LOG_LEVEL: 'silent' };
  const server = await runServer(env);
  const status = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
  const before = await status();

  // It takes no new connections, and those of the server stay as they are.
  process.kill(await databasePid(env.DATA_DIR), 'SIGTERM');

  await expect.poll(status, { timeout: 8_000 }).toBe(503);
  await expect.poll(status, { timeout: 40_000 }).toBe(200);
  await server.end();
  expect(before).toBe(200);
}, 60_000);

test('a server is not ready while an external database shuts down for new connections', async () => {
  const dir = join(folder, 'foreign');
  const parent = startProcess(dir, 'idle');
  await parent.heard('started');
  // Nobody looks after this one any more.
  await parent.end('SIGKILL');
  const pid = serverPid(dir)!;
  const url = databaseUrl(join(dir, 'postgres'), 'postgres');
  const held = new pg.Client({ connectionString: url });
  held.on('error', () => undefined);
  await held.connect();
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'guest'), SAMPLE_DATA: '0' };
  const server = await runServer({ ...env, LOG_LEVEL: 'silent' });
  const status = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
  const before = await status();

  process.kill(pid, 'SIGTERM');

  await expect.poll(status, { timeout: 4_000 }).toBe(503);
  const { rows } = await held.query('select 1 as one');
  const home = await fetch(`${server.url}/api/openapi.json`);
  process.kill(pid, 'SIGINT');
  await server.end();
  await held.end().catch(() => undefined);
  expect(before).toBe(200);
  expect(rows).toEqual([{ one: 1 }]);
  expect(home.status).toBe(200);
}, 60_000);

test(
  'calls with an Idempotency-Key whose server was killed are answered soon and run once',
  { timeout: 90_000 },
  async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const count = async (what: string): Promise<number> =>
      (await client.query<{ count: number }>(`select count(*)::int as count from ${what}`)).rows[0]!
        .count;
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, 'keys'),
      RESOURCES: join(folder, 'resources.json'),
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    };
    await writeFile(env.RESOURCES, JSON.stringify(notesAndThings));
    const first = await runServer(env);
    const before = await admin(first);
    await before.call('POST', '/api/notes', { body: { _id: 'one', text: 'One' } });
    // The last entry of the bulk call waits here until its server is gone.
    await client.query(`begin; update notes set text = 'Held' where _id = 'one'`);
    const left = [sendBulk(before), sendImport(before)].map((sent) => sent.catch(() => 'broken'));
    await expect
      .poll(() => count(`pg_stat_activity where wait_event_type = 'Lock'`), { timeout: 10_000 })
      .toBe(1);
    await expect.poll(() => count('things'), { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);

    first.child.kill('SIGKILL');
    const broken = await Promise.all(left);
    await client.query('rollback');
    const second = await runServer(env);
    const after = await admin(second);
    const answers = await Promise.all([sendBulk, sendImport].map((send) => sendAgain(after, send)));
    const made = [await count('notes'), await count('things')];
    await second.end();
    await client.end();
    await database.drop();

    expect(broken).toEqual(['broken', 'broken']);
    for (const { statuses, longest } of answers) {
      expect(statuses.at(-1)).toBe(200);
      expect(statuses.slice(0, -1).every((status) => status === 409)).toBe(true);
      expect(longest).toBeLessThan(6_000);
    }
    expect(made).toEqual([501, 8_000]);
  },
);

const text = { type: 'text' };
const notesAndThings = {
  app: { title: 'Notes' },
  roles: librarySource.roles,
  resources: {
    users: librarySource.resources.users,
    notes: { fields: { text } },
    // Nothing in a row tells which record it made.
    things: { fields: { code: text } },
  },
};

type Send = (by: SignedIn) => Promise<{ status: number; body: any }>;

const headers = { 'Idempotency-Key': 'sent again' };

const sendBulk: Send = ({ call }) => {
  const entries = Array.from({ length: 500 }, (_, at) => ({ data: { text: `New ${at}` } }));
  const change = { action: 'update', _id: 'one', _version: '*', data: { text: 'Other' } };
  const body = { action: 'create', records: [...entries, change] };
  return call('POST', '/api/notes/bulk', { body, headers });
};

const sendImport: Send = ({ call }) => {
  const rows = Array.from({ length: 8_000 }, (_, at) => `c${at}`);
  const body = new FormData();
  body.set('file', new Blob([['code', ...rows].join('\n')]), 'things.csv');
  return call('POST', '/api/things/import', { body, headers });
};

/** Until it is not told to ask again; with the milliseconds of the longest wait for that. */
async function sendAgain(
  by: SignedIn,
  send: Send,
): Promise<{ statuses: number[]; longest: number }> {
  const statuses: number[] = [];
  const waits: number[] = [];
  const isDone = async (): Promise<boolean> => {
    const began = performance.now();
    const { status, body } = await send(by);
    statuses.push(status);
    if (body.code !== 'I014') return true;
    waits.push(performance.now() - began);
    return false;
  };
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 500 });
  return { statuses, longest: Math.max(0, ...waits) };
}

function admin({ url }: ServerProcess): Promise<SignedIn> {
  return signIn(url, 'admin@example.org', 'password of the admin');
}

/** Several writers at once, each until the server is gone. `written` holds what was acknowledged. */
function startWriting(
  { call }: SignedIn,
  writers: number,
): { written: string[]; writing: Promise<unknown> } {
  const written: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count++) {
      const key = `key-${writer}-${count}`;
      const answer = await call('POST', '/api/chemFunctions', { body: { key, name: key } }).catch(
        () => undefined,
      );
      if (!answer) return;
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      written.push(key);
    }
  };
  return { written, writing: Promise.all(Array.from({ length: writers }, (_, n) => write(n))) };
}

async function listKeys({ call }: SignedIn): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let after = ''; ;) {
    const query = `_perPage=1000&_fields=key${after && `&_after=${encodeURIComponent(after)}`}`;
    const { body } = await call('GET', `/api/chemFunctions?${query}`);
    for (const { key } of body.data) keys.add(key);
    if (!body.next) return keys;
    after = body.next;
  }
}

async function killDatabase(dataDir: string): Promise<void> {
  process.kill(await databasePid(dataDir), 'SIGKILL');
}

async function databasePid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}
