import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { rollupsDescriptor } from '../support/rollups.ts';

let shop: TestApi;
/** The same database, with every value computed on reading. */
let exact: TestApi;
beforeAll(async () => {
  const stored = rollupsDescriptor(true);
  shop = await openTestApi({ descriptor: () => stored });
  const computed = rollupsDescriptor(false);
  exact = await shop.openReplica({ descriptor: () => computed });
  for (const name of ['north', 'south']) await write('POST', 'regions', { _id: name, name });
  for (const [_id, region] of [
    ['ann', 'north'],
    ['bea', 'south'],
    ['cem', null],
  ])
    await write('POST', 'customers', { _id, name: _id, region });
  for (const [at, _id] of ['bread', 'rolls', 'cake'].entries())
    await write('POST', 'products', { _id, name: _id, price: at + 0.1 });
  for (let at = 0; at < 6; at += 1)
    await write('POST', 'orders', { _id: `o${at}`, name: `o${at}`, customer: 'ann' });
  for (const _id of ['b0', 'b1', 'b2']) await write('POST', 'labels', { _id });
});
afterAll(() => Promise.all([exact.close(), shop.close()]));

async function write(method: string, path: string, body?: object): Promise<void> {
  const headers = { 'If-Match': '*' };
  const send = () => shop.call(method, `/api/${path}`, { as: 'admin', body, headers });
  let { status, text } = await send();
  // Sixteen writers to six orders can keep one from a lock for too long.
  while (status === 503) ({ status, text } = await send());
  if (status >= 300 && status !== 404) throw new Error(`${method} ${path}: ${text}`);
}

async function read(api: TestApi, resource: string): Promise<unknown[]> {
  const path = `/api/${resource}?_sort=_id&_perPage=500`;
  return (await api.call('GET', path, { as: 'admin' })).json.data;
}

async function expectExact(): Promise<void> {
  for (const resource of ['lines', 'orders', 'customers', 'regions'])
    expect(await read(shop, resource)).toEqual(await read(exact, resource));
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!;
}

const orders = ['o0', 'o1', 'o2', 'o3', 'o4', 'o5', null];
const products = ['bread', 'rolls', 'cake', null];

/** One write that changes what values are made of, or where it belongs. */
function writeAny(pick: ReturnType<typeof createRandom>, at: number): Promise<void> {
  const line = {
    order: pick(orders),
    product: pick(products),
    quantity: pick([1, 2, 3.5, null]),
    day: pick(['2026-01-01', '2026-02-01', null]),
    billed: pick([true, false, null]),
  };
  const earlier = `l${Math.floor(pick([0.1, 0.5, 0.9]) * at)}`;
  const members = [...new Set([pick(orders), pick(orders)])].filter((id) => id !== null);
  const label = `b${pick([0, 1, 2])}`;
  return pick([
    () => write('POST', 'lines', { _id: `l${at}`, ...line }),
    () => write('POST', 'lines', { _id: `l${at}`, ...line }),
    () => write('PATCH', `lines/${earlier}`, line),
    () => write('PATCH', `lines/${earlier}`, { quantity: line.quantity }),
    () => write('DELETE', `lines/${earlier}`),
    () => write('PATCH', `products/${pick(['bread', 'rolls'])}`, { price: pick([1, 2.25, null]) }),
    () => write('PATCH', `products/cake`, { name: pick(['cake', 'tart']) }),
    () =>
      write('PATCH', `orders/${pick(orders.slice(0, 6))}`, {
        customer: pick(['ann', 'bea', 'cem', null]),
      }),
    () =>
      write('PATCH', `customers/${pick(['ann', 'bea'])}`, {
        region: pick(['north', 'south', null]),
      }),
    () => write('PATCH', `regions/north`, { name: pick(['North', 'Upper North']) }),
    () => write('PUT', 'labels', { _id: label, name: pick(['x', null]), orders: members }),
  ])();
}

test('a stored value stays exact through every kind of write', async () => {
  const pick = createRandom(7);

  for (let at = 0; at < 150; at += 1) await writeAny(pick, at);

  await expectExact();
  expect(await read(shop, 'orders')).not.toContainEqual(expect.objectContaining({ lines: null }));
});

test('a stored value stays exact through writes at the same time', async () => {
  const pick = createRandom(8);

  for (let turn = 0; turn < 5; turn += 1)
    await Promise.all(Array.from({ length: 16 }, (_, at) => writeAny(pick, 1000 + turn * 16 + at)));

  await expectExact();
  const unlabelled = expect.objectContaining({ labels: 0 });
  expect(await read(shop, 'orders')).not.toEqual(Array(6).fill(unlabelled));
});

test('a stored value stays exact through bulk changes, deletions and their undo', async () => {
  for (let at = 0; at < 30; at += 1)
    await write('POST', 'lines', { _id: `m${at}`, order: 'o1', product: 'rolls', quantity: at });
  const bulk = async (body: object): Promise<number> =>
    (await shop.call('POST', '/api/lines/bulk', { as: 'admin', body })).status;

  const moved = await bulk({ action: 'update', where: { order: 'o1' }, data: { order: 'o2' } });
  await expectExact();
  const removed = await bulk({ action: 'delete', where: { order: 'o2' } });
  await expectExact();

  expect([moved, removed]).toEqual([200, 200]);
});

test('a total by a stored value does not outlive its operands', async () => {
  const total = async (): Promise<number> =>
    (await shop.call('GET', '/api/orders?lines_gte=5000&_perPage=1', { as: 'admin' })).json.total;
  expect(await total()).toBe(0);

  await shop.database.query(
    `insert into lines (_id, "order") select 'many' || n, 'o5' from generate_series(1, 5000) n`,
  );
  await write('POST', 'lines', { order: 'o5' });

  expect(await total()).toBe(1);
});

test('a stored value changes neither the version nor the history of its record', async () => {
  const before = await shop.call('GET', '/api/orders/o3', { as: 'admin' });

  await write('POST', 'lines', { _id: 'last', order: 'o3', quantity: 1000 });
  const after = await shop.call('GET', '/api/orders/o3', { as: 'admin' });

  expect(after.json).toMatchObject({ _version: before.json._version });
  expect(after.json.lines).toBe(before.json.lines + 1);
});

test('a write that waits for a record has not locked more distant ones', async () => {
  await write('PATCH', 'orders/o4', { customer: 'ann' });

  const { free, waiting } = await shop.database.transaction(async (sql) => {
    await sql.query(`select from orders where _id = 'o4' for no key update`);
    const writing = write('POST', 'lines', { _id: 'near', order: 'o4', quantity: 1 });
    const isWaiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(() => shop.database.some(isWaiting));
    const locked = `select _id from customers where _id = 'ann' for no key update skip locked`;
    return { free: (await sql.query(locked)).rows, waiting: [writing] };
  });

  await waiting[0];
  expect(free).toHaveLength(1);
});
