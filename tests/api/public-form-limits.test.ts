import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { parseAssociation } from '../support/association.ts';

const descriptor = parseAssociation(({ events, signups }) => {
  signups.public.create.rate = '3/h';
  delete events.importKey;
  events.fields.name.unique = false;
  events.public.create = { fields: ['name', 'places'] };
});
const api = await openTestApi({ descriptor: () => descriptor });
await api.call('POST', '/api/events', {
  as: 'admin',
  body: { _id: 'walk', name: 'Walk', open: true, places: 1000 },
});
await api.call('POST', '/api/events', {
  as: 'admin',
  body: { _id: 'full', name: 'Full', open: true, places: 0 },
});
afterAll(() => api.close());

const ann = { event: 'walk', name: 'Ann', email: 'ann@example.org' };
const send = (address: string, body: object = ann, path = 'signups', headers = {}) =>
  api.call('POST', `/api/public/${path}`, { address, body, headers });
/** How many entries count, of a network or of all. */
const counted = async (of: string): Promise<number> => {
  const { rows } = await api.database.query<{ count: number }>(
    'select count from backoffice.attempts where key = $1',
    [`form signups ${of}`],
  );
  return rows[0]?.count ?? 0;
};
const total = async (root: string) =>
  (await api.call('GET', `${root}?_perPage=1`, { as: 'admin' })).json.total;
/** Moves all counts into the past, as if so much time went by. */
const pass = (minutes: number) =>
  api.database.query(
    `update backoffice.attempts set free_at = free_at - make_interval(mins => $1::int),
       forget_at = forget_at - make_interval(mins => $1::int)`,
    [minutes],
  );

test('a network that has sent as many as the rate allows has to wait, and others need not', async () => {
  const mine = [];
  for (let at = 0; at < 4; at += 1) mine.push(await send('192.0.2.1'));

  expect(mine.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  expect(mine[3]!.json.code).toBe('A010');
  expect(Number(mine[3]!.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await send('192.0.2.2')).status).toBe(201);
});

test('mistakes do not count', async () => {
  for (let at = 0; at < 10; at += 1)
    expect((await send('192.0.2.3', { ...ann, email: 'ann' })).status).toBe(422);

  expect((await send('192.0.2.3')).status).toBe(201);
});

test.each([
  ['references to unknown records', '192.0.2.4', { ...ann, event: 'none' }, 422],
  ['entries that the form does not accept', '192.0.2.5', { ...ann, event: 'full' }, 409],
])('%s do not count, for the network or for all', async (_, address, body, expected) => {
  const before = await counted('all');
  for (let at = 0; at < 5; at += 1) expect((await send(address, body)).status).toBe(expected);

  expect([await counted(address), await counted('all')]).toEqual([0, before]);
});

test('an entry that is sent again counts once', async () => {
  const before = await counted('all');
  const headers = { 'Idempotency-Key': 'again' };
  for (let at = 0; at < 5; at += 1)
    expect((await send('192.0.2.6', ann, 'signups', headers)).status).toBe(201);

  expect([await counted('192.0.2.6'), await counted('all')]).toEqual([1, before + 1]);
});

test('a form that is hit a thousand times takes what it may, and all else goes on', async () => {
  const before = await total('/api/signups');
  const flood = Promise.all(
    Array.from({ length: 1000 }, (_, at) => send(`198.51.${at % 250}.${at % 200}`)),
  );
  const other = await send('203.0.113.1', { name: 'Picnic' }, 'events');
  const list = await api.call('GET', '/api/public/events');
  const statuses = Map.groupBy(await flood, ({ status }) => status);

  expect([other.status, list.status]).toEqual([201, 200]);
  expect(new Set(statuses.keys())).toEqual(new Set([201, 429]));
  expect(statuses.get(429)!.every(({ headers }) => headers.has('Retry-After'))).toBe(true);
  // Twenty times the rate, less those of the tests before.
  expect(statuses.get(201)!.length).toBe(60 - before);
  expect(await total('/api/signups')).toBe(60);
  expect((await send('203.0.113.1', { name: 'Concert' }, 'events')).status).toBe(201);
  // What the limit of all refuses costs the network nothing.
  expect((await send('203.0.113.2')).status).toBe(429);
  expect(await counted('203.0.113.2')).toBe(0);
});

test('a network may send as many in each period, and so may all', async () => {
  const each = [];
  for (let hour = 0; hour < 3; hour += 1) {
    await pass(61);
    const statuses = [];
    for (let at = 0; at < 12; at += 1) {
      statuses.push((await send('192.0.2.9')).status);
      await pass(4);
    }
    each.push(statuses.filter((status) => status === 201).length);
  }

  expect(each).toEqual([3, 3, 3]);
});
