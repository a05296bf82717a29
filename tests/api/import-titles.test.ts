import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const staff = ['list', 'read', 'create', 'update', 'export', 'import'];

/** The library, and what can be said of its books. */
const descriptor = toDescriptor({
  ...librarySource,
  resources: {
    ...librarySource.resources,
    topics: {
      importKey: 'key',
      title: '{name}',
      fields: {
        key: { type: 'text', required: true, unique: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
        name: { type: 'text', required: true },
      },
      permissions: { staff: ['list', 'read'] },
    },
    places: {
      importKey: 'code',
      title: '{code}: {name}',
      fields: {
        code: { type: 'text', required: true, unique: true },
        name: { type: 'text' },
      },
      permissions: { staff },
    },
    shelves: {
      importKey: 'code',
      title: 'Shelf {_id}',
      fields: { code: { type: 'text', required: true, unique: true } },
      permissions: { staff },
    },
    reviews: {
      title: '{note} ({grade})',
      fields: {
        note: { type: 'text' },
        grade: { type: 'number' },
        book: { type: 'reference', to: 'books' },
        topics: { type: 'references', to: 'topics' },
        answers: { type: 'reference', to: 'reviews' },
        author: { type: 'reference', to: 'users' },
        place: { type: 'reference', to: 'places' },
        shelf: { type: 'reference', to: 'shelves' },
      },
      permissions: { staff },
    },
  },
});

let library: TestApi;
beforeAll(async () => {
  library = await openTestApi({ descriptor: () => descriptor });
});
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors, reviews, topics cascade');
});

type File = Parameters<typeof sendImport>[2];
type Parts = Record<string, string>;
const authors = (file: File, parts?: Parts) => sendImport(library, '/api/authors', file, { parts });
const reviews = (file: File, parts?: Parts) =>
  sendImport(library, '/api/reviews', file, { parts: { key: '_id', ...parts } });
const books = (file: File, parts?: Parts) => sendImport(library, '/api/books', file, { parts });

async function mentors(): Promise<Record<string, string | undefined>> {
  const { json } = await library.call('GET', '/api/authors?_perPage=1000', { as: 'admin' });
  const names = new Map<string, string>(json.data.map(({ _id, name }: any) => [_id, name]));
  return Object.fromEntries(json.data.map(({ name, mentor }: any) => [name, names.get(mentor)]));
}

describe('references by title', () => {
  const map = (mapping: unknown, more: Parts = {}) => ({
    mapping: JSON.stringify(mapping),
    ...more,
  });
  const by = (by: string) => map({ author: { field: 'author', by } });

  beforeEach(async () => {
    await authors([{ _id: 'ja', name: 'Jane Austen' }]);
    await books([
      { _id: 'e1', title: 'Emma', isbn: '1' },
      { _id: 'twin', title: 'Twin' },
      { _id: 'twin2', title: 'Twin' },
    ]);
  });

  test.each([
    ['key', 'Jane Austen', 'ja'],
    ['_id', 'ja', 'ja'],
    ['title', 'Jane Austen', 'ja'],
    ['key', 'ja', 'V014'],
    ['_id', 'Jane Austen', 'V014'],
    ['title', 'ja', 'V014'],
  ])('by %s: %s means %s', async (way, author, outcome) => {
    const { json } = await books([{ title: 'New', author }], by(way));

    const found = await library.call('GET', '/api/books?title=New', { as: 'admin' });
    expect(json.problems[0]?.code ?? found.json.data[0].author).toBe(outcome);
  });

  test('match titles if they match no key, and an ambiguous title is a problem', async () => {
    const { json } = await reviews([{ book: 'Emma' }, { book: '1' }, { book: 'Twin' }]);

    expect(json).toMatchObject({ created: 2, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 3, path: 'book', value: 'Twin', code: 'I031' }]);
  });

  test('create missing records on request, once for all rows, and count them', async () => {
    const create = map({
      author: { field: 'author', create: true },
      editors: { field: 'editors', create: true },
    });
    const file = [
      { title: 'A', author: 'New One', editors: ['New One', 'Other'] },
      { title: 'B', author: 'New One' },
      { title: 'C', author: 'Never', pages: 'many' },
    ];

    const dry = await books(file, { ...create, dryRun: 'true' });
    const { json } = await books(file, create);

    expect(json).toMatchObject({ created: 2, failed: 1, referencesCreated: { authors: 2 } });
    expect(dry.json).toEqual(json);
    expect(Object.keys(await mentors()).sort()).toEqual(['Jane Austen', 'New One', 'Other']);
  });

  test('create records with further values, constant or from the row', async () => {
    const given = { isbn: '{No}', genre: 'novel', blurb: 'Of row {row}', pages: '{Pages}' };
    const book = { field: 'book', by: 'title', create: true, given };
    const create = map({ book, No: null, Pages: null });
    const file = [
      { book: 'Other', No: '', Pages: '' },
      { book: 'Lost', No: '77', Pages: '12' },
      { book: 'Wrong', No: '', Pages: 'many' },
      { book: 'Same number', No: '77', Pages: '' },
    ];

    const { json } = await reviews(file, create);

    const { json: books } = await library.call('GET', '/api/books?title=Lost', { as: 'admin' });
    const made = { isbn: '77', genre: 'novel', blurb: 'Of row 2', pages: 12 };
    expect(books.data).toMatchObject([made]);
    expect(json).toMatchObject({ created: 2, failed: 2, referencesCreated: { books: 2 } });
    const path = 'book';
    expect(json.problems).toMatchObject([
      { row: 3, path },
      { row: 4, path },
    ]);
  });

  test('to the same resource create records if no row of the file matches', async () => {
    const { json } = await authors(
      [
        { name: 'A', mentor: 'B' },
        { name: 'B', mentor: 'C' },
      ],
      map({ mentor: { field: 'mentor', create: true } }),
    );

    expect(json).toMatchObject({ created: 2, failed: 0, referencesCreated: { authors: 1 } });
    expect(await mentors()).toMatchObject({ A: 'B', B: 'C', C: undefined });
  });

  test('match the title besides the key', async () => {
    const place = { code: 'h', name: 'Hall' };
    await sendImport(library, '/api/places', [place], { parts: { key: '_id' } });

    const { json } = await reviews([{ place: 'Hall' }, { place: 'h: Hall' }, { place: 'h' }]);

    expect(json).toMatchObject({ created: 3, failed: 0 });
  });

  test('are exported by key if the title could not be found again', async () => {
    await sendImport(library, '/api/shelves', [{ _id: 's1', code: 'A' }], { as: 'staff' });
    await reviews([{ _id: 'r', shelf: 'A' }]);

    const path = '/api/reviews/export?format=json&_fields=shelf&_references=title';
    const { json } = await library.call('GET', path, { as: 'staff' });

    expect(json).toMatchObject([{ shelf: 'A' }]);
  });

  test('match titles made of several fields by all of them', async () => {
    await reviews([
      { _id: 'a', note: 'Good (really)', grade: 1 },
      { _id: 'b', note: 'Good', grade: 2 },
    ]);

    const { json } = await reviews([{ note: 'x', answers: 'Good (really) (1)' }]);
    const missing = await reviews([{ note: 'y', answers: 'Good (1)' }]);

    expect(json).toMatchObject({ created: 1 });
    expect(missing.json.problems).toMatchObject([{ path: 'answers', code: 'V014' }]);
  });

  test('get a key derived from the name if the name cannot be one', async () => {
    const create = map({ topics: { field: 'topics', create: true } });

    const { json } = await reviews(
      [{ topics: ['Öl & Fett', 'Öl & Fett '] }, { topics: ['oel'] }],
      create,
    );
    const again = await reviews([{ topics: ['Öl & Fett', 'oel'] }], create);

    const { json: topics } = await library.call('GET', '/api/topics?_sort=key', { as: 'admin' });
    expect(json.problems).toMatchObject([{ row: 1, path: 'topics', code: 'V015' }]);
    expect(again.json.referencesCreated).toEqual({ topics: 1 });
    expect(topics.data).toMatchObject([
      { key: 'oel', name: 'oel' },
      { key: 'ol-fett', name: 'Öl & Fett' },
    ]);
  });

  test.each([
    ['that need more than a name say what', 'author', 'new@example.org'],
    ['whose key could not be theirs say so', 'book', 'no isbn'],
  ])('%s', async (_what, field, name) => {
    const create = map({ [field]: { field, by: 'key', create: true } });

    const { json } = await reviews([{ [field]: name }], create);

    expect(json).toMatchObject({ created: 0, problems: [{ path: field, code: 'I032' }] });
    const [{ params }] = json.problems;
    expect(Object.keys(params)).toEqual(expect.arrayContaining(['fields_de', 'resource_en']));
  });

  test.each([
    ['they may not be made', 'staff', { topics: { field: 'topics', create: true } }, 403],
    ['a text refers to nothing', 'admin', { note: { field: 'note', create: true } }, 400],
    [
      'they would get what is no field of theirs',
      'admin',
      { book: { field: 'book', create: true, given: { colour: 'red' } } },
      400,
    ],
    ['they would be named by luck', 'admin', { book: { field: 'book', by: 'luck' } }, 400],
  ])('are refused if %s', async (_why, as, mapping, status) => {
    const parts = map(mapping, { key: '_id' });

    const answer = await sendImport(library, '/api/reviews', [{ note: 'X' }], { as, parts });

    expect(answer.status).toBe(status);
  });
});
