import { afterEach, beforeEach, expect, test } from 'vitest';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };
const number = { type: 'number' };
const box = { type: 'object', fields: { size: number } };

test('the uses of a removed field are all reported, and no others', async () => {
  const fields = { name: text, plain: text, code: { ...text, unique: true, required: true } };
  const before: Resources = {
    parts: {
      title: '{code}',
      importKey: 'code',
      fields: {
        ...fields,
        code: { ...fields.code, search: true, read: ['admin'] },
        length: { ...number, computed: 'length(code)' },
        other: { ...number, computed: 'length(name)' },
        box,
        boxes: number,
        half: { ...number, computed: 'box.size / 2' },
        twice: { ...number, computed: 'boxes * 2' },
        of: { type: 'reference', to: 'wholes' },
      },
      list: { columns: ['code'], filters: ['code', 'name'], sort: 'name,-code' },
      form: [{ label: 'All', fields: ['code', 'name', 'box', 'of'] }],
      public: { fields: ['code'] },
      duplicates: [{ field: 'code' }],
    },
    wholes: {
      fields: {
        name: text,
        first: { type: 'reference', to: 'parts' },
        long: { ...number, computed: 'length(first.code)' },
        short: { ...number, computed: 'length(first.name)' },
        parts: { ...number, integer: true, computed: 'count(parts.of)' },
      },
    },
  };
  await at.start(before);

  const { steps } = await at.plan({
    parts: { fields: { name: text } },
    wholes: { fields: { name: text } },
  });
  const usesOf = (field: string) => steps.find(({ id }) => id === `drop:parts.${field}`)?.usedBy;

  expect(usesOf('code')).toEqual([
    'list column',
    'list filter',
    'list order',
    'form',
    'title',
    'import key',
    'public fields',
    'duplicate search',
    'search',
    'permissions',
    'length, which is computed',
    'wholes.long, which is computed',
  ]);
  expect(usesOf('plain')).toBeUndefined();
  expect(usesOf('box')).toEqual(['form', 'half, which is computed']);
  expect(usesOf('boxes')).toEqual(['twice, which is computed']);
  expect(usesOf('of')).toEqual(['form', 'wholes.parts, which is computed']);
});

test('a rule reports the number of violating records, examples, and how to list them', async () => {
  const books = (more: object, fields: object = {}): Resources => ({
    books: { title: '{title}', fields: { title: text, pages: number, ...fields }, ...more },
  });
  const check = (from: number) => ({
    checks: [{ check: { pages_gte: from }, message: 'Too few' }],
  });
  await at.start(books({}));
  await at.rows(
    `insert into books (_id, title, pages) select lpad(n::text, 3, '0'), 'T' || n, n from generate_series(1, 101) n`,
  );
  const unfitOf = async (after: Resources) =>
    (await at.plan(after)).steps.find(({ unfit }) => unfit)?.unfit;
  const narrow = (max: number) => books({}, { pages: { ...number, max } });

  expect(await unfitOf(books(check(1)))).toBeUndefined();
  expect(await unfitOf(narrow(101))).toBeUndefined();
  const few = await unfitOf(narrow(95));
  expect(few).toMatchObject({ count: 6, sample: { length: 5 } });
  expect(few?.sample[0]).toEqual({ _id: '096', title: 'T96', value: 96 });
  expect(few?.where).toEqual({ _id_in: ['096', '097', '098', '099', '100', '101'] });
  expect((await unfitOf(narrow(1)))?.where).toMatchObject({ _id_in: { length: 100 } });
  expect(await unfitOf(narrow(0))).toMatchObject({ count: 101 });
  expect(await unfitOf(narrow(0))).not.toHaveProperty('where');
  expect(await unfitOf(books(check(101)))).toMatchObject({
    count: 100,
    where: { not: { pages_gte: 101 } },
  });

  const novels = { novels: { ...books(check(101))['books'], was: 'books' } };
  expect(await unfitOf(novels)).toMatchObject({ count: 100, where: { _id_in: { length: 100 } } });
});

test('a field that becomes required reports whether its default would help', async () => {
  const books = (year: object): Resources => ({ books: { fields: { title: text, year } } });
  await at.start(books(number));
  await at.rows(`insert into books (_id, year) values ('a', null), ('b', 1)`);
  const sentence = 'records of books have no value for it; enter values first';

  expect((await at.start(books({ ...number, required: true }))).refused).toEqual([
    expect.stringMatching(new RegExp(`: 1 ${sentence}$`)),
  ]);
  expect((await at.start(books({ ...number, required: true, default: 5 }))).refused).toEqual([
    expect.stringMatching(new RegExp(`: 1 ${sentence}, because its default applies only to new`)),
  ]);
});

test('a database without a plan has none to undo', async () => {
  expect(await undoPlan(at.database)).toEqual({
    refused: ['There is no plan from the last 30 days to undo'],
  });
});

test('a collection that is renamed while a field is converted is restored with both', async () => {
  const fields = (year: object): object => ({ title: text, year });
  await at.start({ books: { fields: fields(text) } });
  await at.rows(`insert into books (_id, year) values ('a', '1999'), ('b', 'soon')`);

  await at.apply({
    novels: { was: 'books', fields: { title: text, made: { ...number, was: 'year' } } },
  });
  expect(await at.rows('select made from novels order by _id')).toEqual([
    { made: 1999 },
    { made: null },
  ]);
  await at.rows(`update novels set made = 7, "updatedAt" = now() where _id = 'b'`);
  await undoPlan(at.database);

  expect(await at.rows('select year from books order by _id')).toEqual([
    { year: '1999' },
    { year: '7' },
  ]);
});
