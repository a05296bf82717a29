import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { randomThing } from '../support/random-things.ts';
import { shapes } from '../support/shapes.ts';
import { nobody, openTestStore } from '../support/store.ts';

/** Beside a field of every shape, values that are computed, also from other records. */
const computed = {
  shout: { type: 'text', computed: 'upper(label)' },
  bossName: { type: 'text', computed: 'owner.name' },
  heavy: { type: 'boolean', computed: 'weight > 100' },
  half: { type: 'number', computed: 'weight / 2' },
};
const { things } = shapes;
const declared = { ...shapes, things: { ...things, fields: { ...things.fields, ...computed } } };

const db = await openTestStore(declared);
const owners = ['o1', 'o "2"'].map((id) => ({ id, values: { name: `Owner\t${id}` } }));
await db.store.writeMany(db.resource('owners'), owners, nobody);
afterAll(() => db.close());

const everything: ListQuery = { sort: [], page: 1, perPage: 1_000, total: 'none' };

test('a list has the same bytes that PostgreSQL makes of each record, whatever the values', async () => {
  const records = fc.sample(randomThing, { numRuns: 500, seed: 5 });
  const resource = db.resource('things');
  const writes = records.map((each, at) => ({ id: `t${at}`, values: { code: `c${at}`, ...each } }));
  const outcomes = await db.store.writeMany(resource, writes, nobody);
  expect(outcomes.filter((outcome) => 'failure' in outcome)).toEqual([]);

  const { json: bytes } = await db.store.list(resource, everything);

  const json = bytes.toString();
  const own = await Promise.all(
    (JSON.parse(json) as { _id: string }[]).map(({ _id }) => db.store.get(resource, _id)),
  );
  expect(own).toHaveLength(records.length);
  expect(json).toBe(`[${own.map((record) => record!.json).join(',')}]`);
});

test('a time has three digits of a second in a list, however many PostgreSQL writes', async () => {
  const moments = ['2026-01-01 12:00:00', '2026-01-01 12:00:00.5', '1999-12-31 23:59:59.999'];
  const resource = db.resource('owners');
  for (const [at, moment] of moments.entries()) {
    const values = [`m${at}`, moment];
    await db.database.query('insert into owners (_id, "createdAt") values ($1, $2)', values);
  }
  const fields = ['createdAt'];

  const query = { ...everything, sort: [{ path: '_id', descending: false }], fields };
  const list = await db.store.list(resource, query);

  const told = parseRecords(list)
    .filter(({ _id }) => _id.startsWith('m'))
    .map(({ createdAt }) => createdAt);
  expect(told).toEqual([
    '2026-01-01T12:00:00.000Z',
    '2026-01-01T12:00:00.500Z',
    '1999-12-31T23:59:59.999Z',
  ]);
});

test('a NaN that other programs wrote is a text, without effect on the rest', async () => {
  const numbers = ['NaN', 'Infinity', '-Infinity', '-1.5'];
  const resource = db.resource('things');
  for (const [at, number] of numbers.entries()) {
    await db.store.create(resource, { code: `n${at}` }, nobody);
    await db.database.query('update things set weight = $1 where code = $2', [number, `n${at}`]);
  }
  const sort = [{ path: 'code', descending: false }];

  const list = await db.store.list(resource, { ...everything, sort, fields: ['code', 'weight'] });

  const told = parseRecords(list).filter(({ code }) => String(code).startsWith('n'));
  expect(told.map(({ weight }) => weight)).toEqual(['NaN', 'Infinity', '-Infinity', -1.5]);
});
