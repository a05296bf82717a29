import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccessTokens } from '../../src/api/accounts/access-token.ts';
import { openTestApi, SECRET, type TestApi } from '../support/api.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';

const LISTENERS = 2_000;
/** Browsers of one person. */
const EACH = 5;

let api: TestApi;
let tokens: string[];

beforeAll(async () => {
  api = await openTestApi();
  const people = Array.from({ length: LISTENERS / EACH }, (_, at) => `crowd-${at}`);
  await api.database.query(
    `insert into users (_id, email, name, role, status)
     select id, id || '@example.org', id, 'viewer', 'confirmed' from unnest($1::text[]) id`,
    [people],
  );
  await api.database.query(
    `insert into backoffice.sessions (id, user_id, refresh_hash, expires_at)
     select id, id, id::bytea, now() + interval '1 day' from unnest($1::text[]) id`,
    [people],
  );
  const { issue } = createAccessTokens(SECRET, 'backoffice', Date.now);
  tokens = await Promise.all(people.map((id) => issue(id, id)));
  await api.tokenOf('staff');
}, 60_000);
afterAll(() => api.close());

test('2,000 listeners each get a change once, and one read checks all of their sessions', async () => {
  const before = await memory();
  const readers = await Promise.all(
    Array.from({ length: LISTENERS }, (_, at) => listen(tokens[at % tokens.length]!)),
  );
  await expect.poll(() => readers.every((one) => heard(one, 'ready') === 1), patience).toBe(true);
  const each = ((await memory()) - before) / LISTENERS;
  const sent = vi.spyOn(pg.Client.prototype, 'query');

  await api.call('POST', '/api/books', { as: 'staff', body: { title: 'For all of you' } });
  const told = () => readers.filter((one) => heard(one, 'record.created') > 0).length;
  await expect.poll(told, patience).toBe(LISTENERS);
  const statements = sent.mock.calls.length;
  await api.call('POST', '/api/books', { as: 'staff', body: { title: 'And once more' } });
  await expect.poll(() => readers.every(hasBoth), patience).toBe(true);

  // Who opens a record is told of to those who have it open too, and to nobody else.
  const { rows } = await api.database.query<{ _id: string }>('select _id from books limit 1');
  const open = (at: number) =>
    api.call('PUT', '/api/presence', {
      token: tokens[at]!,
      body: { tab: 'one', resource: 'books', _id: rows[0]!._id, state: 'open' },
    });
  await open(0);
  sent.mockClear();
  await open(1);
  const met = () => readers.flatMap((one, at) => (heard(one, 'presence') > 0 ? [at] : []));
  const ofBoth = readers.flatMap((_, at) => (at % tokens.length < 2 ? [at] : []));
  await expect.poll(met, patience).toEqual(ofBoth);
  expect(sent.mock.calls.length).toBeLessThan(20);

  expect(readers.every((one) => heard(one, 'record.created') === 2)).toBe(true);
  // Each of the 400 sessions by itself would be a statement.
  expect(statements).toBeLessThan(50);
  // With the reader of the test at the other end of each.
  expect(each).toBeLessThan(40_000);
  await Promise.all(readers.map((reader) => reader.stop()));
}, 60_000);

const patience = { timeout: 30_000, interval: 20 };
const heard = ({ events }: EventReader, name: string) =>
  events.filter(({ event }) => event === name).length;
const hasBoth = (reader: EventReader) => heard(reader, 'record.created') >= 2;

async function listen(token: string): Promise<EventReader> {
  const request = new Request('http://localhost/api/sse/', {
    headers: { Authorization: `Bearer ${token}` },
  });
  return readEvents(await api.api.fetch(request, { address: '127.0.0.1' }));
}

/** Bytes in use after all that nobody needs is gone. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
