import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const number = { type: 'number' };
const fields = { net: number, tax: number };
const books = (made: object): Resources => ({ books: { fields: { ...fields, ...made } } });
const gross = { ...number, computed: 'net + tax', stored: true };

async function start(resources: Resources): Promise<void> {
  expect((await at.start(resources)).refused).toEqual([]);
  await at.rows(`insert into books (_id, net, tax) values ('a', 10, 1), ('b', 20, null)`);
}

const values = async (name: string) =>
  at.rows(`select _id, "${name}" as value from books order by _id`);
const computed = [
  { _id: 'a', value: 11 },
  { _id: 'b', value: null },
];

describe('a plan', () => {
  test('adds a stored computed field and its index, and is then complete', async () => {
    await start(books({}));

    const { steps } = await at.plan(books({ gross }));
    await at.apply(books({ gross }));

    expect(steps).toMatchObject([
      { id: 'add:books.gross', class: 'additive' },
      { id: 'index:books.gross.filter', class: 'additive' },
    ]);
    expect(await values('gross')).toEqual(computed);
    expect((await at.plan(books({ gross }))).steps).toEqual([]);
  });

  test('has no step for a field that is computed when read', async () => {
    await start(books({}));

    const { steps } = await at.plan(books({ gross: { ...number, computed: 'net + tax' } }));

    expect(steps).toEqual([]);
  });

  test('computes it otherwise as a rewriting step, and back again', async () => {
    await start(books({ gross }));
    const other = books({ gross: { ...gross, computed: 'net - coalesce(tax, 0)' } });

    const { steps } = await at.plan(other);
    const refused = await at.start(other);
    await at.apply(other);

    expect(steps).toMatchObject([
      { id: 'compute:books.gross', class: 'rewriting', rows: 2 },
      { id: 'index:books.gross.filter' },
    ]);
    expect(refused.refused).toEqual(['recomputes books.gross in every record']);
    expect(await values('gross')).toEqual([
      { _id: 'a', value: 9 },
      { _id: 'b', value: 20 },
    ]);
    expect(await undoPlan(at.database)).toMatchObject({ undone: expect.any(Array) });
    expect(await values('gross')).toEqual(computed);
    expect((await at.plan(books({ gross }))).steps).toEqual([]);
  });

  test('removes it without a loss, and its field can then be written', async () => {
    await start(books({ gross }));

    const { steps } = await at.plan(books({}));
    await at.apply(books({ gross: number }));
    await at.rows(`update books set gross = 5 where _id = 'b'`);

    expect(steps).toMatchObject([
      { id: 'forget:books.gross', class: 'additive' },
      { id: 'unindex:books.gross.filter' },
    ]);
    expect(await values('gross')).toEqual([
      { _id: 'a', value: 11 },
      { _id: 'b', value: 5 },
    ]);
    expect((await at.plan(books({ gross: number }))).steps).toEqual([]);
    expect(await undoPlan(at.database)).toMatchObject({ undone: expect.any(Array) });
    expect(await values('gross')).toEqual(computed);
  });

  test('names values that were written in its place, and keeps them', async () => {
    await start(books({ gross: number }));
    await at.rows(`update books set gross = 7 where _id = 'a'`);

    const { steps } = await at.plan(books({ gross }));
    await at.apply(books({ gross }));

    expect(steps).toMatchObject([
      {
        id: 'replace:books.gross',
        class: 'rewriting',
        rows: 1,
        lost: { count: 1, sample: [{ _id: 'a', value: 7 }] },
      },
      { id: 'index:books.gross.filter' },
    ]);
    expect(await values('gross')).toEqual(computed);
    await undoPlan(at.database);
    expect(await values('gross')).toEqual([
      { _id: 'a', value: 7 },
      { _id: 'b', value: null },
    ]);
    expect((await at.plan(books({ gross: number }))).steps).toEqual([]);
  });

  test('follows its operands: names, types and removal', async () => {
    await start(books({ gross }));
    const renamed = { price: { ...number, was: 'net' }, tax: number };
    const after = {
      books: { fields: { ...renamed, gross: { ...gross, computed: 'price + tax' } } },
    };

    const { steps } = await at.plan(after);
    await at.apply(after);
    const whole = { ...number, integer: true };
    const converted = {
      books: {
        fields: { price: whole, tax: number, gross: { ...gross, computed: 'price + tax' } },
      },
    };
    await at.apply(converted);
    await at.rows(`update books set price = 100`);

    expect(steps.map(({ id }) => id)).toEqual(['rename:books.price']);
    expect(await values('gross')).toEqual([
      { _id: 'a', value: 101 },
      { _id: 'b', value: null },
    ]);
    const gone = await at.plan({ books: { fields: { tax: number } } });
    expect(gone.steps).toMatchObject([
      { id: 'drop:books.price', usedBy: expect.arrayContaining(['gross, which is computed']) },
      { id: 'forget:books.gross' },
      {},
      {},
    ]);
    await at.apply({ books: { fields: { tax: number } } });
    await undoPlan(at.database);
    expect(await values('gross')).toEqual([
      { _id: 'a', value: 101 },
      { _id: 'b', value: null },
    ]);
  });

  test.each([
    ["concat(null, 'a', null)", 'a'],
    ["upper(concat('a', 1))", 'A1'],
    ['concat(1, true)', '1true'],
    ['concat(null)', null],
  ])('stores %s, which refers to no field', async (computed, value) => {
    await start(books({ said: { type: 'text', stored: true, search: true, computed } }));

    expect(await values('said')).toContainEqual({ _id: 'a', value });
  });

  test('stores every function in a column and in the search index', async () => {
    const text = { type: 'text', stored: true, search: true };
    const all = {
      day: { type: 'date' },
      at: { type: 'datetime' },
      box: { type: 'object', fields: { due: { type: 'date' }, at: { type: 'datetime' } } },
      said: {
        ...text,
        computed:
          "concat(lower('A'), upper('b'), length('cd'), ' ', day, ' ', at, ' ', box.due, ' ', box.at, ' ', true, ' ', 1 / 4, net > 1)",
      },
      sum: {
        ...number,
        stored: true,
        computed:
          'round(abs(-net) / 3, 2) + min(net, 2) + max(net, 3) + net % 4 + year(day) + month(at) + days(day, at) + if(not (net < 1 or tax = null) and net != 5, 1, 0)',
      },
      first: { type: 'date', stored: true, computed: 'coalesce(box.due, at, day)' },
      when: { type: 'datetime', stored: true, computed: 'coalesce(box.at, at)' },
    };
    await start(books(all));
    await at.rows(`update books set day = '2026-03-09', at = '2026-03-05T23:30:00.007Z',
      box = '{"due":"2026-01-02","at":"2026-01-02T03:04:05.678Z"}' where _id = 'a'`);

    const [row] = await at.rows(
      `select said, sum, first::text, "when" at time zone 'UTC' as moment,
        (to_jsonb(books) - 'said')::text ~ '2026-01-02t03:04:05.678z' as searched from books where _id = 'a'`,
    );

    expect(row).toMatchObject({
      said: 'aB2 2026-03-09 2026-03-05T23:30:00.007Z 2026-01-02 2026-01-02T03:04:05.678Z true 0.25true',
      sum: 3.33 + 2 + 10 + 2 + 2026 + 3 + 4 + 1,
      first: '2026-01-02',
      searched: true,
    });
    expect((await at.plan(books(all))).steps).toEqual([]);
  });
});
