import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };
const books = (fields: object, more: object = {}): Resources => ({ books: { fields, ...more } });
const status = { type: 'choice', choices: ['new', 'checked'] };

/** Three records; the years are texts, one of which is no number. */
const before = books({ title: text, year: text, status, tags: { type: 'tags' } });
const fill = `insert into books (_id, title, year, status, tags)
  values ('a', 'One', '1999', 'new', '{x}'), ('b', 'Two', 'soon', 'checked', '{}'), ('c', 'Two', null, 'checked', '{x,y}')`;

describe('a plan explains each step', () => {
  test.each<[string, Resources, object[]]>([
    ['nothing', before, []],
    [
      'a field',
      books({ title: text, year: text, status, tags: { type: 'tags' }, more: { type: 'date' } }),
      [
        { id: 'add:books.more', class: 'additive' },
        { id: 'index:books.more.filter', class: 'additive', rows: 3, seconds: null },
      ],
    ],
    [
      'a field that is renamed',
      books({ name: { ...text, was: 'title' }, year: text, status, tags: { type: 'tags' } }),
      [{ id: 'rename:books.name', class: 'rewriting', rows: 3, field: 'name' }],
    ],
    [
      'a choice that is renamed',
      books({
        title: text,
        year: text,
        status: { type: 'choice', choices: ['new', { value: 'done', was: 'checked' }] },
        tags: { type: 'tags' },
      }),
      [{ id: 'rename:books.status.done', class: 'rewriting', rows: 2 }],
    ],
    [
      'a field that goes',
      books({ title: text, year: text, status }, { list: { columns: ['title'] } }),
      [
        {
          id: 'drop:books.tags',
          class: 'destructive',
          optional: true,
          rows: 2,
          usedBy: ['list column', 'list filter', 'form'],
        },
      ],
    ],
    [
      'another type',
      books({
        title: text,
        year: { type: 'number', integer: true },
        status,
        tags: { type: 'tags' },
      }),
      [
        {
          id: 'convert:books.year',
          class: 'rewriting',
          rows: 2,
          lost: { count: 1, sample: [{ _id: 'b', title: 'Two', value: 'soon' }] },
        },
        { id: 'index:books.year.filter', class: 'additive' },
      ],
    ],
    [
      'what must be there',
      books({ title: text, year: { ...text, required: true }, status, tags: { type: 'tags' } }),
      [
        {
          id: 'require:books.year',
          class: 'additive',
          violations: {
            count: 1,
            // The title of a record is its first required field, when none is declared.
            sample: [{ _id: 'c', title: 'c', value: null }],
            where: { year_null: true },
          },
        },
      ],
    ],
    [
      'what must be unique',
      books({ title: { ...text, unique: true }, year: text, status, tags: { type: 'tags' } }),
      [
        {
          id: 'unique:books.title',
          class: 'additive',
          violations: {
            count: 2,
            sample: [
              { _id: 'b', title: 'Two', value: 'Two' },
              { _id: 'c', title: 'Two', value: 'Two' },
            ],
          },
        },
      ],
    ],
    [
      'a narrower rule',
      books({ title: text, year: { ...text, maxLength: 3 }, status, tags: { type: 'tags' } }),
      [
        {
          id: 'rule:books.year',
          class: 'additive',
          unfit: {
            count: 2,
            sample: [
              { _id: 'a', title: 'One', value: '1999' },
              { _id: 'b', title: 'Two', value: 'soon' },
            ],
            where: { _id_in: ['a', 'b'] },
          },
        },
      ],
    ],
    [
      'a field that must be filled in some records',
      books({
        title: text,
        year: { ...text, when: { required: { status: 'checked' } } },
        status,
        tags: { type: 'tags' },
      }),
      [
        {
          id: 'rule:books.year.required',
          class: 'additive',
          field: 'year',
          unfit: {
            count: 1,
            sample: [{ _id: 'c', title: 'Two', value: null }],
            where: { and: [{ status: 'checked' }, { year_null: true }] },
          },
        },
      ],
    ],
    [
      'a field only some records have',
      books({
        title: text,
        year: { ...text, when: { shown: { status: 'checked' } } },
        status,
        tags: { type: 'tags' },
      }),
      [
        {
          id: 'rule:books.year.shown',
          unfit: {
            count: 1,
            sample: [{ _id: 'a', title: 'One', value: '1999' }],
            where: { and: [{ not: { status: 'checked' } }, { year_nnull: true }] },
          },
        },
      ],
    ],
    [
      'a check over fields of which one is renamed and another converted',
      books(
        {
          name: { ...text, was: 'title' },
          year: { type: 'number' },
          status,
          tags: { type: 'tags' },
          pages: { type: 'number', default: 5 },
        },
        {
          checks: [
            {
              check: { or: [{ year_gt: 2000 }, { name: 'Two', tags: 'x' }, { pages_lt: 5 }] },
              message: 'No',
            },
          ],
        },
      ),
      [
        { id: 'rename:books.name' },
        { id: 'convert:books.year' },
        { id: 'add:books.pages' },
        { id: 'index:books.year.filter' },
        { id: 'index:books.pages.filter' },
        {
          id: 'rule:books.checks.0',
          unfit: {
            count: 2,
            sample: [
              { _id: 'a', title: 'One', value: { name: 'One', year: 1999, tags: ['x'], pages: 5 } },
              { _id: 'b', title: 'Two', value: { name: 'Two', year: null, tags: [], pages: 5 } },
            ],
            where: { _id_in: ['a', 'b'] },
          },
        },
      ],
    ],
    [
      'a resource that is renamed',
      { novels: { ...before['books'], was: 'books' } },
      [{ id: 'rename:novels', class: 'rewriting', rows: 3 }],
    ],
    [
      'a resource that goes',
      { papers: { fields: {} } },
      [
        { id: 'add:papers', class: 'additive' },
        { id: expect.stringMatching(/^index:papers/), class: 'additive' },
        { id: 'drop:books', class: 'destructive', optional: true, rows: 3 },
      ],
    ],
  ])('%s', async (_, after, expected) => {
    await at.start(before);
    await at.rows(fill);

    const { steps } = await at.plan(after);
    const again = await at.plan(after);

    expect(steps).toHaveLength(expected.length);
    expect(steps).toMatchObject(expected);
    expect(again).toMatchObject({ steps });
  });
});

describe('a plan is applied', () => {
  test('only as far as the user has agreed', async () => {
    await at.start(before);
    await at.rows(fill);
    const after = books({ name: { ...text, was: 'title' }, year: { type: 'number' }, status });

    const { refused } = await at.start(after);

    expect(refused).toEqual([
      expect.stringContaining('renames books.title to name'),
      expect.stringContaining('changes books.year'),
    ]);
    expect(await at.rows('select title, year, tags from books')).toHaveLength(3);
  });
});
