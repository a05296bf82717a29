import { afterEach, beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { choiceRenaming, createConverter } from '../../../src/store/schema/plan/convert-values.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };
const people = { importKey: 'name', fields: { name: { ...text, unique: true } } };
const books = (fields: object): Resources => ({
  people,
  books: { fields: { title: text, ...fields } },
});
const read = (columns: string) => at.rows(`select ${columns} from books order by _id`);
const fieldOf = (declared: object) =>
  toDescriptor({ resources: books({ it: declared }) })
    .resources.get('books')!
    .fields.get('it')!;

const ofEach = {
  author: text,
  nr: { type: 'number' },
  words: text,
  sizes: { type: 'tags' },
  old: { type: 'tags' },
};
const converted = {
  author: { type: 'reference', to: 'people' },
  nr: { type: 'reference', to: 'people' },
  words: { type: 'tags' },
  sizes: { type: 'choices', choices: [10, 20] },
  old: text,
};

test('values become references by id or by name, lists, numbers of a list, and one text', async () => {
  await at.start(books(ofEach));
  await at.rows(
    `insert into people (_id, name) values ('p1', 'Ada'), ('p2', 'p1'), ('p3', 'Eve'), ('p4', '4')`,
  );
  await at.rows(`insert into books (_id, author, nr, words, sizes, old) values
    ('a', 'p1', 4, 'x | y', '{10,20}', '{u,v}'), ('b', 'Eve', 5, null, '{30}', '{}'),
    ('c', 'Bob', null, 'z', '{}', '{w}'), ('d', null, null, null, '{20}', '{}')`);

  const { steps } = await at.plan(books(converted));
  const outcome = await at.apply(books(converted));

  expect(outcome).not.toHaveProperty('refused');
  expect(
    steps.filter(({ id }) => id.startsWith('convert:')).map(({ id, lost }) => [id, lost]),
  ).toEqual([
    ['convert:books.author', expect.objectContaining({ count: 1 })],
    ['convert:books.nr', expect.objectContaining({ count: 1 })],
    ['convert:books.words', undefined],
    ['convert:books.sizes', expect.objectContaining({ count: 1 })],
    ['convert:books.old', undefined],
  ]);
  expect(steps.filter(({ lost }) => lost && 'where' in lost)).toEqual([]);
  expect(await read('author, nr, words, sizes, old')).toEqual([
    { author: 'p1', nr: 'p4', words: ['x', 'y'], sizes: [10, 20], old: 'u | v' },
    { author: 'p3', nr: null, words: [], sizes: [], old: null },
    { author: null, nr: null, words: ['z'], sizes: [], old: 'w' },
    { author: null, nr: null, words: [], sizes: [20], old: null },
  ]);

  await at.rows(`update books set words = '{n,m}', "updatedAt" = now() where _id = 'd'`);
  expect(await undoPlan(at.database)).toMatchObject({ undone: expect.anything() });
  expect(await read('author, nr, words, old')).toEqual([
    { author: 'p1', nr: 4, words: 'x | y', old: ['u', 'v'] },
    { author: 'Eve', nr: 5, words: null, old: [] },
    { author: 'Bob', nr: null, words: 'z', old: ['w'] },
    { author: null, nr: null, words: 'n | m', old: [] },
  ]);
});

test('a required field that not every value fits is refused, and nothing is changed', async () => {
  const required = { ...text, required: true };
  await at.start(books({ code: required }));
  await at.rows(`insert into books (_id, code) values ('a', '1'), ('b', 'two'), ('c', 'three')`);

  const outcome = await at.apply(books({ code: { type: 'number', required: true } }));

  expect(outcome).toEqual({
    refused: [
      expect.stringContaining(
        'this conflicts with 2 records: records of books would have no value',
      ),
    ],
  });
  expect(await read('code')).toEqual([{ code: '1' }, { code: 'two' }, { code: 'three' }]);
});

test('a value is read in its file format, also of an unrecorded field', () => {
  const number = fieldOf({ type: 'number', required: true });
  const toTags = createConverter(undefined, fieldOf({ type: 'tags' }));

  expect(createConverter(undefined, number)('1.5')).toBe(1.5);
  expect(createConverter(undefined, number)(2)).toBe(2);
  expect(createConverter(undefined, number)('')).toBeUndefined();
  expect(createConverter(fieldOf({ type: 'boolean' }), fieldOf(text))(true)).toBe('true');
  expect([toTags('a | b'), toTags('')]).toEqual([['a', 'b'], undefined]);
});

test('renamed choices have their new names, alone and in a list', () => {
  const rename = choiceRenaming(
    fieldOf({ type: 'choices', choices: ['new', { value: 'done', was: 'checked' }] }),
  );

  expect([rename('checked'), rename('new'), rename(null)]).toEqual(['done', 'new', null]);
  expect(rename(['checked', 'new', 'other'])).toEqual(['done', 'new', 'other']);
});

test('numbers and texts become durations, and texts times; what is neither is counted', async () => {
  await at.start(
    books({ took: { type: 'number' }, lasts: text, opens: text, shuts: { type: 'time' } }),
  );
  await at.rows(`insert into books (_id, took, lasts, opens, shuts) values
    ('a', 5400, '1h 30m', '9:05', '14:30'), ('b', 90.5, 'PT2H', '2 pm', null), ('c', null, 'long', 'noon', '07:00')`);

  const declared = books({
    took: { type: 'duration' },
    lasts: { type: 'duration' },
    opens: { type: 'time' },
    shuts: { type: 'time', seconds: true },
  });
  const { steps } = await at.plan(declared);
  const outcome = await at.apply(declared);

  expect(outcome).not.toHaveProperty('refused');
  expect(
    steps.filter(({ id }) => id.startsWith('convert:')).map(({ id, lost }) => [id, lost?.count]),
  ).toEqual([
    ['convert:books.took', 1],
    ['convert:books.lasts', 1],
    ['convert:books.opens', 1],
    ['convert:books.shuts', undefined],
  ]);
  expect(await read('took, lasts, opens, shuts')).toEqual([
    { took: 5400, lasts: 5400, opens: '09:05:00', shuts: '14:30:00' },
    { took: null, lasts: 7200, opens: '14:00:00', shuts: null },
    { took: null, lasts: null, opens: null, shuts: '07:00:00' },
  ]);
});

test('a text becomes Markdown and again a text unchanged', async () => {
  await at.start(books({ note: { type: 'text', maxLength: 20, search: true } }));
  await at.rows(`insert into books (_id, note) values ('a', '**x**')`);
  const declared = books({ note: { type: 'markdown', maxLength: 20, search: true } });

  const { steps } = await at.plan(declared);
  expect(steps.filter((step) => step.class !== 'additive' || step.unfit)).toEqual([]);
  await at.start(declared);
  await at.start(books({ note: { type: 'text', maxLength: 20, search: true } }));

  expect(await read('note')).toEqual([{ note: '**x**' }]);
});

test('a reference gets another collection through key or title, and becomes a text or a choice by its key', async () => {
  const named = { fields: { name: { ...text, unique: true } }, importKey: 'name' };
  const titled = { title: '{label}', fields: { label: text } };
  const before = { people: named, museums: named, guilds: titled };
  const loans = (fields: object): Resources => ({ ...before, loans: { fields } });
  const to = (name: string) => ({ type: 'reference', to: name });
  await at.start(
    loans({ partner: to('people'), club: to('people'), city: to('people'), kind: to('people') }),
  );
  await at.rows(`insert into people (_id, name) values ('p1', 'Prado'), ('p2', 'Louvre')`);
  await at.rows(`insert into museums (_id, name) values ('m1', 'Prado'), ('m2', 'Tate')`);
  await at.rows(
    `insert into guilds (_id, label) values ('g1', 'Prado'), ('g2', 'Louvre'), ('g3', 'Louvre')`,
  );
  await at.rows(`insert into loans (_id, partner, club, city, kind) values
    ('a', 'p1', 'p1', 'p1', 'p1'), ('b', 'p2', 'p2', 'p2', 'p2'), ('c', null, null, null, null)`);
  const after = loans({
    partner: to('museums'),
    club: to('guilds'),
    city: text,
    kind: { type: 'choice', choices: ['Prado'] },
  });

  const { steps } = await at.plan(after);
  await at.apply(after);
  const rows = await at.rows('select partner, club, city, kind from loans order by _id');
  const again = await at.plan(after);
  await at.rows(`insert into loans (_id, partner) values ('d', 'm1')`);
  await undoPlan(at.database);

  expect(
    steps
      .filter(({ id }) => id.startsWith('convert:'))
      .map(({ id, lost, violations }) => [id, lost?.count, violations]),
  ).toEqual([
    ['convert:loans.partner', 1, undefined],
    // Two guilds have this title, so nobody can say which one is meant.
    ['convert:loans.club', 1, undefined],
    ['convert:loans.city', undefined, undefined],
    ['convert:loans.kind', 1, undefined],
  ]);
  expect(rows).toEqual([
    { partner: 'm1', club: 'g1', city: 'Prado', kind: 'Prado' },
    { partner: null, club: null, city: 'Louvre', kind: null },
    { partner: null, club: null, city: null, kind: null },
  ]);
  expect(again.steps).toEqual([]);
  expect(await at.rows('select partner, city, kind from loans order by _id')).toEqual([
    { partner: 'p1', city: 'p1', kind: 'p1' },
    { partner: 'p2', city: 'p2', kind: 'p2' },
    { partner: null, city: null, kind: null },
    { partner: 'p1', city: null, kind: null },
  ]);
});

test('a number that becomes a whole one says so, and counts what does not convert', async () => {
  await at.start(books({ nr: { type: 'number' } }));
  await at.rows(`insert into books (_id, nr) values ('a', 4), ('b', 4.5), ('c', null)`);
  const whole = books({ nr: { type: 'number', integer: true } });

  const { steps } = await at.plan(whole);

  expect(steps.find(({ id }) => id === 'convert:books.nr')).toMatchObject({
    sentence: 'lets books.nr hold whole numbers only',
    rows: 2,
    lost: { count: 1 },
  });
});

test('a field that gets another name and another type at once keeps its values, and is undone', async () => {
  const now = (nr: object) => books({ nr });
  await at.start(now({ type: 'text' }));
  await at.rows(`insert into books (_id, nr) values ('a', '7'), ('b', 'seven'), ('c', null)`);
  const after = books({ number: { type: 'number', was: 'nr' } });

  const { steps } = await at.plan(after);
  const outcome = await at.apply(after);
  const moved = await read('number');
  const settled = await at.plan(after);
  await undoPlan(at.database);

  expect(
    steps
      .map(({ id, lost }) => [id, lost?.sample[0]?._id])
      .filter(([id]) => !id?.startsWith('index:')),
  ).toEqual([
    ['rename:books.number', undefined],
    ['convert:books.number', 'b'],
  ]);
  expect(outcome).not.toHaveProperty('refused');
  expect(moved.map(({ number }) => number)).toEqual([7, null, null]);
  expect(settled.steps).toEqual([]);
  expect((await read('nr')).map(({ nr }) => nr)).toEqual(['7', 'seven', null]);
});
