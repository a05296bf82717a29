import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Filter, ListQuery } from '../../../src/descriptor/filter/filter.ts';
import { operators, type Operator } from '../../../src/fields/type/operators.ts';
import { findField } from '../../../src/descriptor/system-fields.ts';
import { parseRecords } from '../../../src/store/memory/free-memory.ts';
import { recordOf } from '../../support/store.ts';
import { openThings, type Things } from '../../support/things.ts';
import { shapes } from '../../support/shapes.ts';

/*
 * Random writes with known moments in between. At each moment the lists answer some questions; later they are asked
 * the same as of that moment, and must answer the same.
 */

let db: Things;
const moments: { at: string; answers: Map<string, unknown> }[] = [];

const labels = [null, 'a', 'B', 'ä', 'Apfel 9', '50%', 'x_y', 'ß'];
const ids = ['o1', 'o2', 'o3'];
const one = (values: readonly unknown[]) => fc.option(fc.constantFrom(...values), { nil: null });
const some = (values: readonly unknown[]) => fc.subarray([...values]);
/** Two values each of the types that have a form of their own. */
const exact = {
  mail: ['a@example.org', 'Z@example.org'],
  site: ['https://example.org/a', 'https://example.org/B'],
  doi: ['10.1000/182', '10.1000/xyz'],
  cas: ['107-07-3', '80-05-7'],
  ec: ['200-003-9', '201-245-8'],
  inchiKey: ['YNQLUTRBYVCPMQ-UHFFFAOYSA-N', 'LGXVIGDEPROXKC-UHFFFAOYSA-N'],
  smiles: ['CCO', 'C=C(Cl)Cl'],
};

const values = fc.record(
  {
    label: one(labels),
    story: one([...labels, 'long '.repeat(100), `${'long '.repeat(100)}z`]),
    number: one(['2026.9', '2026.10', 'a']),
    count: one([-1, 0, 2, 2 ** 53 - 1]),
    weight: one([-1, 0.1, 1e21]),
    done: one([true, false]),
    day: one(['0001-01-01', '2024-02-29', '9999-12-31']),
    at: one(['2024-02-29T00:00:00.001Z', '2026-01-01T10:00:00.000Z']),
    level: one([1, 2, 3]),
    sizes: some([10, 20, 30]),
    words: some(['a', 'B', 'x y', '"']),
    owner: one(ids),
    helpers: some(ids),
    box: one([
      { name: 'a', size: 1, full: true, day: null },
      { name: 'B', size: 2.5, full: null, day: '2024-02-29' },
    ]),
    ...Object.fromEntries(Object.entries(exact).map(([name, given]) => [name, one(given)])),
    extra: one([[], { deep: [1, null] }, 'text', 7]),
  },
  { requiredKeys: [] },
);

const operandsOf: Record<string, readonly unknown[]> = {
  _id: ['t1', 't5'],
  _version: [1, 2],
  label: ['a', 'Apfel 9'],
  story: ['a', 'long '.repeat(100)],
  count: [0, 2],
  weight: [-1, 0.1],
  done: [true, false],
  day: ['0001-01-01', '2024-02-29'],
  at: ['2024-02-29T00:00:00.001Z', '2026-01-01T10:00:00.000Z'],
  level: [1, 2],
  sizes: [10, 20],
  words: ['a', 'B'],
  owner: ['o1', 'o2'],
  helpers: ['o1', 'o2'],
  'box.name': ['a', 'B'],
  'box.size': [1, 2.5],
  'box.full': [true, false],
  'box.day': ['2024-02-29', '2025-01-01'],
  ...exact,
  extra: [],
  twice: [0, 4],
  shout: ['A', 'SS'],
  createdAt: ['2026-01-01T10:00:00.000Z', '2090-01-01T10:00:00.000Z'],
  updatedAt: ['2026-01-01T10:00:00.000Z', '2090-01-01T10:00:00.000Z'],
  createdBy: ['u1', 'u2'],
  updatedBy: ['u1', 'u2'],
};

const filters: Filter[] = [];
const things = {
  ...shapes.things.fields,
  mail: { type: 'email' },
  site: { type: 'url' },
  doi: { type: 'doi' },
  cas: { type: 'cas' },
  ec: { type: 'ec' },
  inchiKey: { type: 'inchiKey' },
  smiles: { type: 'structure' },
  twice: { type: 'number', integer: true, computed: 'if(abs(count) < 1000, count * 2, null)' },
  shout: { type: 'text', computed: 'upper(label)', stored: true },
};

const keys = [
  '-label;label;story;-count,label;owner,-day;twice;-updatedAt;shout',
  'box.name,_id;-at;updatedBy,createdAt;_version;level,-weight;done;mail;-doi,cas;site;ec,inchiKey',
].flatMap((some) => some.split(';'));

const toSort = (text: string): ListQuery['sort'] =>
  text.split(',').map((key) => ({ path: key.replace('-', ''), descending: key.startsWith('-') }));

const sorts: ListQuery['sort'][] = [[], ...keys.map(toSort)];

const whole = { page: 1, perPage: 500, total: 'exact' } as const;

beforeAll(async () => {
  db = await openThings({ things: { ...shapes.things, fields: things } });
  for (const [path, [first, second]] of Object.entries(operandsOf))
    for (const operator of findField(db.resource('things'), path)!.kind.filter.operators)
      filters.push({ path, operator, operands: operandsFor(operator, first, second) });
  await write();
}, 120_000);
afterAll(() => db.close());

function operandsFor(operator: Operator, first: unknown, second: unknown): unknown[] {
  const { takes } = operators[operator];
  if (takes === 'flag') return [true];
  if (takes === 'text') return [String(first)];
  return takes === 'one' ? [first] : [first, second];
}

async function write(): Promise<void> {
  const { store } = db;
  const of = db.resource('things');
  const alive = new Set<string>();
  const writes = fc.sample(
    fc.tuple(fc.nat(19), fc.constantFrom('put', 'put', 'put', 'remove'), values, fc.boolean()),
    { numRuns: 240, seed: 14 },
  );
  for (const [at, [number, operation, given, isFirst]] of writes.entries()) {
    const id = `t${number}`;
    const by = { userId: isFirst ? 'u1' : 'u2' };
    if (operation === 'remove') {
      if (alive.delete(id)) recordOf(await store.remove(of, id, '*', by));
    } else if (alive.has(id)) recordOf(await store.update(of, id, '*', given, by));
    else {
      recordOf(await store.create(of, { code: `${id} ${at}`, ...given }, by, id));
      alive.add(id);
    }
    if (at % 24 !== 23) continue;
    const answers = new Map<string, unknown>();
    // The clock of the database, a moment after the write and before the next one.
    await db.database.query('select pg_sleep(0.003)');
    const now = await db.database.value<string>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    );
    for (const [key, query] of queries()) answers.set(key, await ask(query));
    moments.push({ at: now, answers });
    await db.database.query('select pg_sleep(0.003)');
  }
}

function queries(): [string, ListQuery][] {
  return [
    ...filters.map((filter): [string, ListQuery] => [
      JSON.stringify(filter),
      { ...whole, sort: [], filter },
    ]),
    ...sorts.map((sort): [string, ListQuery] => [JSON.stringify(sort), { ...whole, sort }]),
  ];
}

async function ask(query: ListQuery): Promise<unknown> {
  const listed = await db.store.list(db.resource('things'), query);
  return { records: parseRecords(listed), total: listed.total };
}

test('every list as of a moment equals the list of that moment, in any order and by any filter', async () => {
  expect(moments).toHaveLength(10);
  expect(filters.length).toBeGreaterThan(100);
  for (const { at, answers } of moments)
    for (const [key, query] of queries())
      expect(await ask({ ...query, asOf: at }), `${key} at ${at}`).toEqual(answers.get(key));
}, 120_000);

describe.each([0, 4, 8])('as of moment %i', (index) => {
  test.each(sorts.map((sort) => [sort]))('pages add up to the whole list, by %j', async (sort) => {
    const { at, answers } = moments[index]!;
    const expected = (answers.get(JSON.stringify(sort)) as { records: unknown[] }).records;
    const query = { ...whole, sort, asOf: at, perPage: 3 };
    const byNumber: unknown[] = [];
    const byCursor: unknown[] = [];
    let after: string | null | undefined;
    for (let page = 1; after !== null; page++) {
      const listed = await db.store.list(db.resource('things'), {
        ...query,
        ...(after === undefined ? {} : { after }),
      });
      expect(listed.total).toBe(expected.length);
      after = listed.next;
      byCursor.push(...parseRecords(listed));
      byNumber.push(
        ...parseRecords(await db.store.list(db.resource('things'), { ...query, page })),
      );
    }
    expect(byCursor).toEqual(expected);
    expect(byNumber).toEqual(expected);
  });

  test('a stream and a file have the same records', async () => {
    const { at, answers } = moments[index]!;
    const sort = sorts[3]!;
    const expected = (answers.get(JSON.stringify(sort)) as { records: unknown[] }).records;
    const records: unknown[] = [];
    const query = { ...whole, sort, asOf: at };
    for await (const batch of db.store.stream(db.resource('things'), query))
      records.push(...batch.map((json) => JSON.parse(json)));
    expect(records).toEqual(expected);
  });
});

test('an empty page after a cursor still has the total of that moment', async () => {
  const { at, answers } = moments[2]!;
  const { total } = answers.get('[]') as { total: number };
  const query = { ...whole, sort: [{ path: '_id', descending: true }], asOf: at };
  const { next } = await db.store.list(db.resource('things'), { ...query, perPage: 1 });
  // The same position in the other direction has only the first record behind it.
  const [mark, ...keys] = JSON.parse(Buffer.from(next!, 'base64url').toString());
  const last = Buffer.from(JSON.stringify([mark, ...keys.map(() => '0')])).toString('base64url');

  const listed = await db.store.list(db.resource('things'), { ...query, after: last });

  expect(parseRecords(listed)).toEqual([]);
  expect(listed.total).toBe(total);
});

test('a page beyond the end still has the total of that moment', async () => {
  const { at, answers } = moments[2]!;
  const expected = answers.get('[]') as { total: number };

  const listed = await db.store.list(db.resource('things'), {
    ...whole,
    sort: [],
    asOf: at,
    page: 3,
  });

  expect(parseRecords(listed)).toEqual([]);
  expect(listed.total).toBe(expected.total);
});
