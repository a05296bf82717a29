import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { rollupsDescriptor } from '../support/rollups.ts';

const sent = vi.spyOn(pg.Client.prototype, 'query');

let shop: TestApi;
/** The same database, with every value computed on reading. */
let computed: TestApi;
beforeAll(async () => {
  const stored = rollupsDescriptor(true);
  shop = await openTestApi({ descriptor: () => stored });
  const descriptor = rollupsDescriptor(false);
  computed = await shop.openReplica({ descriptor: () => descriptor });
  // Some without anything, some with values that are equal, empty, negative or not exact as binary numbers.
  for (const sql of [
    `select setseed(0.5)`,
    `insert into regions (_id, name) values ('north', 'North'), ('south', 'South')`,
    `insert into customers (_id, name, region)
       select 'c' || n, 'c' || n, (array['north', 'south', null])[1 + n % 3] from generate_series(0, 9) n`,
    `insert into products (_id, name, price)
       select 'p' || n, 'p' || n, nullif(n, 3) * 0.1 from generate_series(0, 5) n`,
    `insert into orders (_id, name, customer)
       select 'o' || n, 'o' || n, 'c' || nullif(n % 8, 7) from generate_series(0, 59) n`,
    `insert into lines (_id, "order", product, quantity, day, billed)
       select 'l' || n, 'o' || nullif(floor(random() * 50)::int, 49), 'p' || floor(random() * 6)::int,
         nullif(floor(random() * 9)::int - 2, 0) / 10.0, date '2026-01-01' + floor(random() * 9)::int,
         random() < 0.5 from generate_series(0, 299) n`,
    `insert into labels (_id, name) select 'b' || n, nullif('b' || n, 'b2') from generate_series(0, 4) n`,
    `insert into labels__orders (owner, position, target)
       select 'b' || n % 5, n, 'o' || n from generate_series(0, 39) n`,
  ])
    await shop.database.query(sql);
  await shop.database.alone((session) => session.query('analyze'));
  for (const api of [shop, computed])
    for (const name of ['admin', 'clerk']) await api.tokenOf(name);
});
afterAll(async () => {
  await computed.close();
  await shop.close();
});

type Value = string | number | null;
type Read = Record<string, Value> & { _id: string };

async function list(api: TestApi, path: string, as: string): Promise<Read[]> {
  const { status, json, text } = await api.call('GET', `/api/${path}`, { as });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return json.data;
}

/** Whether the last list computed the values of all records at once. */
async function isGrouped(path: string, as = 'admin'): Promise<boolean> {
  sent.mockClear();
  await list(computed, path, as);
  return JSON.stringify(sent.mock.calls).includes('group by t.id');
}

const values = {
  orders: ['lines', 'billed', 'total', 'average', 'middle', 'least', 'lastDay', 'labels'],
  customers: ['turnover', 'orders', 'largest'],
};
const fields = Object.entries(values).flatMap(([of, names]) => names.map((name) => [of, name]));
const orders = fields.flatMap(([of, name]) => [
  [of!, name!],
  [of!, `-${name}`],
]);

/** What a list has to be: by value, empty ones last, and then by `_id`. */
function sorted(rows: readonly Read[], sort: string): Read[] {
  const name = sort.replace('-', '');
  const way = name === sort ? 1 : -1;
  const compare = (a: Value, b: Value) => (a! < b! ? -way : Number(a! > b!) * way);
  return rows.toSorted(
    (a, b) =>
      Number(a[name] === null) - Number(b[name] === null) ||
      compare(a[name]!, b[name]!) ||
      compare(a._id, b._id),
  );
}

const ids = (rows: readonly Read[]) => rows.map(({ _id }) => _id);

describe.each(['admin', 'clerk'])('for %s, a list in the order of a rollup', (as) => {
  test.each(orders)('%s by %s has the values of its single records', async (of, sort) => {
    const rows = await list(computed, `${of}?_sort=_id&_perPage=100`, as);

    const found = await list(computed, `${of}?_sort=${sort}&_perPage=100`, as);

    expect(found).toEqual(sorted(rows, sort));
    // Pages, those far down, and cursors.
    const page = await list(computed, `${of}?_sort=${sort}&_perPage=4&_page=2`, as);
    expect(ids(page)).toEqual(ids(found.slice(4, 8)));
    const walked: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const after: string = next === '' ? '' : `&_after=${next}`;
      const path = `/api/${of}?_sort=${sort}&_perPage=17${after}`;
      const { json } = await computed.call('GET', path, { as });
      walked.push(...ids(json.data));
      next = json.next;
    }
    expect(walked).toEqual(ids(found));
  });
});

test.each(orders)('%s by %s are in the order of the stored values', async (of, sort) => {
  const path = `${of}?_sort=${sort}&_perPage=100`;

  expect(await list(computed, path, 'admin')).toEqual(await list(shop, path, 'admin'));
  expect(await isGrouped(path)).toBe(true);
});

test.each([
  'orders?total_gt=0&_sort=-total',
  'orders?total_lte=0.5&lines_gte=2&_sort=average,-total',
  'orders?middle_null=true&_sort=-least',
  'orders?where={"not":{"lastDay_gte":"2026-01-06"}}&_sort=lastDay',
  'orders?where={"or":[{"total_lt":0},{"labels":0}]}&_sort=-labels,total',
  'orders?where={"customer.turnover_gt":1}&_sort=total',
  'orders?where={"count(lines.order)_gte":3}&_sort=-total',
  'orders?_sort=customer.turnover,-total',
  'orders?_sort=-customer.largest',
  'customers?turnover_gt=0&_sort=-largest',
  'orders?total_gt=0&_sort=_id',
])('a filter finds what the stored values find: %s', async (path) => {
  const found = await list(computed, `${path}&_perPage=100`, 'admin');

  expect(found).toEqual(await list(shop, `${path}&_perPage=100`, 'admin'));
  expect(found.length).toBeGreaterThan(0);
});

test('hidden records do not influence values, sorting or filters', async () => {
  const [all, some] = await Promise.all(
    ['admin', 'clerk'].map((as) => list(computed, 'orders?_sort=-lines&_perPage=100', as)),
  );
  const path = 'orders?lines_lt=2&total_lt=1&_sort=-total&_perPage=100';
  const found = await list(computed, path, 'clerk');

  const seen = some!.filter(({ lines, total }) => Number(lines) < 2 && Number(total) < 1);
  expect(found).toEqual(sorted(seen, '-total'));
  expect(ids(some!)).not.toEqual(ids(all!));
  expect(await isGrouped(path, 'clerk')).toBe(true);
});

test('only the records of a short list are computed', async () => {
  const few = 'orders?customer=c1&_sort=-total&_perPage=100';

  expect(await list(computed, few, 'admin')).toEqual(await list(shop, few, 'admin'));
  expect(await isGrouped(few)).toBe(false);
  expect(await isGrouped('orders?customer_nnull=true&_sort=-total')).toBe(true);
  expect(await isGrouped('orders?total_gt=0&_sort=_id')).toBe(false);
});
