import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ManyOutcome, ManyWrite } from '../../src/store/store.ts';
import { nobody, openTestStore } from '../support/store.ts';
import { incompressible, shapes } from '../support/shapes.ts';

const db = await openTestStore(shapes);
afterAll(() => db.close());
beforeEach(async () => {
  await db.database.query('truncate things, owners, backoffice.history cascade');
});

const sent = vi.spyOn(pg.Client.prototype, 'query');

const owner = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { name: id, ...values },
});
const thing = (id: string, values: object = {}): ManyWrite => ({
  id,
  values: { code: id, ...values },
});

async function write(resource: string, writes: ManyWrite[]): Promise<string[]> {
  return (await db.store.writeMany(db.resource(resource), writes, nobody)).map(say);
}

function say(outcome: ManyOutcome): string {
  if (!('failure' in outcome)) return `${outcome.id} ${outcome.version}`;
  const problems = 'problems' in outcome ? outcome.problems : [];
  return [outcome.failure, ...problems.map(({ code, path }) => `${code} ${path}`)].join(' ');
}

async function read(resource: string, id: string) {
  return JSON.parse((await db.store.get(db.resource(resource), id))!.json);
}

describe('many new records', () => {
  test('are one statement in one transaction, for any number and fields', async () => {
    await write('owners', [owner('o1'), owner('o2')]);
    const things = Array.from({ length: 500 }, (_, n) =>
      thing(
        `t${n}`,
        n % 2 === 0
          ? { helpers: ['o2', 'o1'], words: [`w${n}`], extra: { n } }
          : { weight: n / 3, owner: 'o1' },
      ),
    );
    sent.mockClear();

    const outcomes = await write('things', things);

    expect(sent).toHaveBeenCalledTimes(3);
    expect(outcomes).toEqual(things.map(({ id }) => `${id} 1`));
    expect(await read('things', 't2')).toMatchObject({
      code: 't2',
      helpers: ['o2', 'o1'],
      words: ['w2'],
      extra: { n: 2 },
      owner: null,
      sizes: [],
    });
    expect(await read('things', 't3')).toMatchObject({
      weight: 1,
      owner: 'o1',
      helpers: [],
      words: [],
    });
    const count = await db.database.value(
      "select count(*) from backoffice.history where resource = 'things'",
    );
    expect(count).toBe(500);
  });

  test('can refer to each other, in any order and in a ring', async () => {
    expect(
      await write('owners', [
        owner('a', { boss: 'b' }),
        owner('b', { boss: 'c' }),
        owner('c', { boss: 'a' }),
      ]),
    ).toEqual(['a 1', 'b 1', 'c 1']);
  });

  test('fail separately, and with those to which they refer', async () => {
    await write('things', [thing('old')]);

    expect(
      await write('owners', [
        owner('a', { boss: 'b' }),
        owner('b', { boss: 'gone' }),
        owner('c', { boss: 'd' }),
        owner('d', { boss: 'c' }),
      ]),
    ).toEqual(['invalid V014 boss', 'invalid V014 boss', 'c 1', 'd 1']);
    expect(
      await write('things', [
        thing('x'),
        thing('y', { code: 'old' }),
        thing('z', { code: 'x' }),
        thing('old', { code: 'new' }),
        thing('v', { helpers: ['c', 'gone'] }),
        thing('w'),
      ]),
    ).toEqual([
      'x 1',
      'duplicate 11000 code',
      'duplicate 11000 code',
      'duplicate 11000 _id',
      'invalid V014 helpers.1',
      'w 1',
    ]);
  });

  test('need only a few statements, however many fail', async () => {
    const owners = Array.from({ length: 1_000 }, (_, n) =>
      owner(`o${n}`, { boss: n % 3 === 0 ? 'gone' : `o${n - 1}` }),
    );
    sent.mockClear();

    const outcomes = await write('owners', owners);

    expect(new Set(outcomes)).toEqual(new Set(['invalid V014 boss']));
    expect(sent.mock.calls.length).toBeLessThan(10);
  });

  test('are not stopped by one that no statement accepts', async () => {
    const code = incompressible(3_000);

    expect(await write('things', [thing('a'), thing('b', { code }), thing('c')])).toEqual([
      'a 1',
      'invalid V003 code',
      'c 1',
    ]);
    expect(
      await write('owners', [
        owner('p', { boss: 'q' }),
        owner('q', { boss: 'p' }),
        owner('r', { name: 'fine' }),
      ]),
    ).toEqual(['p 1', 'q 1', 'r 1']);
  });
});

describe('many changes', () => {
  beforeEach(async () => {
    await write('owners', [owner('o1'), owner('o2')]);
    await write('things', [
      thing('a', { label: 'A', helpers: ['o1'] }),
      thing('b', { label: 'B' }),
      thing('c', { label: 'C' }),
    ]);
  });

  test('have their own version checks and results', async () => {
    const outcomes = await db.store.writeMany(
      db.resource('things'),
      [
        { id: 'a', expected: 1, values: { label: 'A2', helpers: ['o2'] } },
        { id: 'b', expected: 7, values: { label: 'B2', helpers: ['o2'] } },
        { id: 'gone', expected: '*', values: { label: 'G', helpers: [] } },
        { id: 'c', expected: '*', values: { label: 'C', helpers: null } },
      ],
      nobody,
    );

    expect(outcomes).toMatchObject([
      { id: 'a', version: 2 },
      { failure: 'stale', current: { _id: 'b', label: 'B', _version: 1 } },
      { failure: 'missing' },
      { id: 'c', version: 1 },
    ]);
    expect(await read('things', 'a')).toMatchObject({ label: 'A2', helpers: ['o2'], _version: 2 });
    const { rows } = await db.database.query(
      "select record_id, before, after from backoffice.history where operation = 'update'",
    );
    expect(rows).toEqual([
      {
        record_id: 'a',
        before: { label: 'A', helpers: ['o1'] },
        after: { label: 'A2', helpers: ['o2'] },
      },
    ]);
  });

  test('can refer to new records, and have different fields', async () => {
    expect(
      await write('owners', [
        { id: 'o1', expected: '*', values: { boss: 'new' } },
        { id: 'o2', expected: '*', values: { name: 'second' } },
        owner('new', { boss: 'o1' }),
      ]),
    ).toEqual(['o1 2', 'o2 2', 'new 1']);
  });

  test('of one record are applied in order', async () => {
    expect(
      await write('things', [
        { id: 'a', expected: 1, values: { label: 'first' } },
        { id: 'a', expected: 2, values: { label: 'second' } },
        { id: 'a', expected: 1, values: { label: 'late' } },
      ]),
    ).toEqual(['a 2', 'a 3', 'stale']);
  });

  test('name the fields of refused ones', async () => {
    expect(
      await write('things', [
        { id: 'a', expected: '*', values: { code: 'b' } },
        { id: 'b', expected: '*', values: { code: 'b2' } },
        { id: 'c', expected: '*', values: { code: 'c2' } },
      ]),
    ).toEqual(['duplicate 11000 code', 'b 2', 'c 2']);
  });
});
