import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { toWriteFailure } from '../../src/store/records/write/write-problems.ts';
import type { ManyOutcome, ManyWrite } from '../../src/store/store.ts';
import { incompressible } from '../support/shapes.ts';
import { nobody } from '../support/store.ts';
import { openThings } from '../support/things.ts';

const unique = { type: 'text', unique: true };

const resources = {
  guarded: { fields: { name: { type: 'text' } } },
  nodes: {
    fields: { key: { ...unique, maxLength: 5_000 }, next: { type: 'reference', to: 'nodes' } },
  },
  pairs: {
    fields: { one: unique, other: unique, third: { type: 'text' } },
    unique: [['one', 'third']],
  },
};
const db = await openThings(resources, {
  guardOf: ({ name }) => (name === 'guarded' ? async () => [] : undefined),
});
afterAll(() => db.close());

const write = async (resource: string, writes: ManyWrite[]) =>
  (await db.store.writeMany(db.resource(resource), writes, nobody)).map(toWords);

function toWords(outcome: ManyOutcome): string {
  if (!('failure' in outcome)) return `${outcome.id} ${outcome.version}`;
  const problems = 'problems' in outcome ? outcome.problems : [];
  return [outcome.failure, ...problems.map(({ code, path }) => `${code} ${path}`)].join(' ');
}

describe('a value the database refuses is a problem of its field', () => {
  test.each([
    ['a text with a null byte', { label: 'a\0b' }, 'V013', ''],
    ['a null byte in JSON', { extra: { a: '\0' } }, 'V013', ''],
    ['a number too large', { count: 1e20 }, 'V002', ''],
    ['nothing where something must be', { code: null }, 'V001', 'code'],
  ])('%s', async (_, values, code, path) => {
    const outcome = await db.store.create(db.resource('things'), { code: 'x', ...values }, nobody);

    expect(outcome).toMatchObject({ failure: 'invalid', problems: [{ code, path }] });
  });

  test('of several unique texts the longest is reported as too long for an index', async () => {
    const [short, long] = [incompressible(100), incompressible(9_000)];

    for (const [values, path] of [
      [{ one: short, other: long }, 'other'],
      [{ one: long, other: short }, 'one'],
      [{ one: null, other: long }, 'other'],
    ] as const)
      expect(await db.store.create(db.resource('pairs'), values, nobody)).toMatchObject({
        failure: 'invalid',
        problems: [{ code: 'V003', path }],
      });
  });

  test.each([
    ['23505', 'pairs.one.unique', 'duplicate 11000 one'],
    ['23505', 'pairs.one+third.unique', 'duplicate 11000 one 11000 third'],
    ['23505', 'pairs_pkey', 'duplicate 11000 _id'],
    ['23503', 'pairs.one.to', 'invalid V014 one'],
    ['08006', '', undefined],
  ])('a %s at %s whose cause has disappeared', async (code, constraint, expected) => {
    const error = Object.assign(new Error('refused'), { code, constraint });
    const { database: connection, descriptor } = db;
    const row = { id: 'new', values: { one: 'free', third: 'free' }, isNew: true };

    const failure = await toWriteFailure(error, {
      connection,
      descriptor,
      row,
      resource: db.resource('pairs'),
    });

    expect(failure && toWords(failure as ManyOutcome)).toBe(expected);
  });
});

test('a value that is taken alone and together with another is one problem per field', async () => {
  const pair = { one: 'a', third: 'x' };
  await write('pairs', [{ id: 'p1', values: { ...pair, other: '1' } }]);

  expect(
    await write('pairs', [
      { id: 'p2', values: { ...pair, other: '2' } },
      { id: 'p3', values: { one: 'b', third: null, other: '1' } },
      { id: 'p4', values: { one: 'c', third: 'x', other: '4' } },
      { id: 'p1', expected: 1, values: { one: 'a', other: '1' } },
    ]),
  ).toEqual(['duplicate 11000 one 11000 third', 'duplicate 11000 other', 'p4 1', 'p1 1']);
});

test('records that refer to each other are written, whichever others fail', async () => {
  const key = incompressible(3_000);
  const node = (id: string, next: string | null, more: object = {}): ManyWrite => ({
    id,
    values: { key: id, next, ...more },
  });

  expect(
    await write('nodes', [
      node('a', 'd'),
      node('b', 'c'),
      node('c', null, { key }),
      node('d', 'a'),
      node('e', 'b'),
      node('f', null),
    ]),
  ).toEqual(['a 1', 'invalid V014 next', 'invalid V003 key', 'd 1', 'invalid V014 next', 'f 1']);
});

describe('a restored record', () => {
  const stamps = (id: string, version: number) => ({
    _id: id,
    _version: version,
    createdBy: 'ada',
    updatedBy: 'bob',
    createdAt: '2020-01-02T03:04:05.678Z',
    updatedAt: '2021-01-02T03:04:05.678Z',
  });

  test('has its stamps again, and a new version', async () => {
    const { _id } = await db.make({ helpers: ['o2', 'o1'] });
    const { _id: other } = await db.make();
    for (const id of [_id, other]) await db.store.remove(db.resource('things'), id, '*', nobody);
    const values = { code: 'back', helpers: ['o2', 'o1'] };

    expect(
      await write('things', [
        { id: _id, values, stamps: stamps(_id, 1) },
        { id: other, values: { code: 'later' }, stamps: stamps(other, 7) },
        { id: 'never', values: { code: 'new' } },
      ]),
    ).toEqual([`${_id} ${(await db.stored(_id))._version}`, `${other} 7`, 'never 1']);

    const back = await db.stored(_id);
    expect(back._version).toBeGreaterThan(1);
    expect(back).toMatchObject({ ...stamps(_id, back._version), ...values });
    expect(await db.stored(other)).toMatchObject({ ...stamps(other, 7), helpers: [] });
    expect(await db.stored('never')).toMatchObject({ createdBy: null });
  });

  test('has them too if a guard checks it alone', async () => {
    expect(
      await write('guarded', [
        { id: 'g1', values: {}, stamps: stamps('g1', 3) },
        { id: 'g2', values: {} },
      ]),
    ).toEqual(['g1 3', 'g2 1']);
    expect(await db.stored('g1', 'guarded')).toMatchObject(stamps('g1', 3));
    expect(await db.stored('g2', 'guarded')).toMatchObject({ _version: 1, createdBy: null });
  });
});

test('many changes wait for another writer, and are then based on its result', async () => {
  for (const id of ['m1', 'm2']) await write('nodes', [{ id, values: { key: id } }]);
  const other = new pg.Client({ connectionString: db.url });
  await other.connect();
  await other.query(`begin; update nodes set _version = 2 where _id = 'm1'`);

  const changing = write('nodes', [
    { id: 'm1', expected: '*', values: { key: 'n1' } },
    { id: 'm2', expected: 1, values: { key: 'n2' } },
  ]);
  await expect
    .poll(async () => (await db.database.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0);
  await other.query('commit');
  await other.end();

  expect(await changing).toEqual(['m1 3', 'm2 2']);
  expect(await db.stored('m1', 'nodes')).toMatchObject({ key: 'n1', _version: 3 });
});
