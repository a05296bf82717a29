import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestAnswer } from '../support/api.ts';

let count = 0;

let id: string;

const api = await openTestApi();

await post('authors', { _id: 'ann', name: 'Ann' });

await post('authors', { _id: 'bob', name: 'Bob' });

afterAll(() => api.close());

beforeEach(async () => {
  count += 1;
  id = `book-${count}`;
  await post('books', {
    _id: id,
    title: 'A title',
    isbn: `${count}-0`,
    shelf: { room: 'N', row: 1 },
  });
});

function post(resource: string, body: object, as = 'staff'): Promise<TestAnswer> {
  return api.call('POST', `/api/${resource}`, { as, body });
}

function patch(body: unknown, match: string | undefined = '*', as = 'staff'): Promise<TestAnswer> {
  return api.call('PATCH', `/api/books/${id}`, {
    as,
    body,
    headers: match === undefined ? {} : { 'If-Match': match },
  });
}

describe('an object of which a part is no longer declared', () => {
  beforeEach(() =>
    api.database.query(`update books set shelf = shelf || '{"old":"kept"}' where _id = $1`, [id]),
  );
  const stored = async () =>
    (await api.database.query('select shelf from books where _id = $1', [id])).rows;

  test.each<[string, () => Promise<TestAnswer>]>([
    ['PATCH of another part', () => patch({ shelf: { row: 2 } })],
    ['PATCH that takes it out', () => patch({ shelf: { row: 2, old: null } })],
    ['PATCH with what was read', () => patch({ shelf: { room: 'N', row: 2, old: 'kept' } })],
  ])('is written by %s, and keeps it', async (_, write) => {
    expect(await write()).toMatchObject({ status: 200 });
    expect(await stored()).toEqual([{ shelf: { room: 'N', row: 2, old: 'kept' } }]);
  });

  it('refuses another value for it', async () => {
    const { status, json } = await patch({ shelf: { old: 'new' } });

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code: 'V009', path: 'shelf.old' }]);
  });

  it('can be cleared as a whole', async () => {
    expect((await patch({ shelf: null })).status).toBe(200);
    expect(await stored()).toEqual([{ shelf: null }]);
  });
});

describe('reading one', () => {
  it('returns it with its version, or 304 if the client has that version', async () => {
    const { status, headers } = await api.call('GET', `/api/books/${id}`, { as: 'viewer' });
    expect(status).toBe(200);
    expect(headers.get('ETag')).toBe('"1"');

    for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
      const again = await api.call('GET', `/api/books/${id}`, {
        as: 'viewer',
        headers: { 'If-None-Match': tag },
      });
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', '"1"']);
    }
    const other = await api.call('GET', `/api/books/${id}`, {
      as: 'viewer',
      headers: { 'If-None-Match': '"2"' },
    });
    expect(other.status).toBe(200);
  });

  test.each(['none', '..%2fauthors', 'a%00b', 'x'.repeat(65), '%F0%28', "'--", 'a.b'])(
    'answers 404 for %s',
    async (name) => {
      const { status, json } = await api.call('GET', `/api/books/${name}`, { as: 'viewer' });

      expect(status).toBe(404);
      expect(json.code).toBe('S001');
    },
  );
});

describe('patching', () => {
  it('changes what is sent, clears what is null, and keeps the rest', async () => {
    await patch({ pages: 10, tags: ['a'], blurb: 'x' });

    const { status, json, headers } = await patch(
      { pages: null, tags: null, genre: 'novel' },
      '"2"',
    );

    expect(status).toBe(200);
    expect(headers.get('ETag')).toBe('"3"');
    expect(json).toMatchObject({
      _version: 3,
      pages: null,
      tags: [],
      genre: 'novel',
      blurb: 'x',
      title: 'A title',
    });
  });

  it('merges into objects, part by part', async () => {
    const { json } = await patch({ shelf: { row: 2 } });
    expect(json.shelf).toEqual({ room: 'N', row: 2 });

    const cleared = await patch({ shelf: { room: null } }, '"2"');
    expect(cleared.json.shelf).toEqual({ room: null, row: 2 });

    const gone = await patch({ shelf: null }, '"3"');
    expect(gone.json.shelf).toBeNull();
  });

  it('loses no part of an object when several patch any version at once', async () => {
    const parts = ['a', 'b', 'c', 'd', 'e'];

    const answers = await Promise.all(parts.map((part) => patch({ extra: { [part]: true } })));

    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
    const { json } = await api.call('GET', `/api/books/${id}`, { as: 'staff' });
    expect(Object.keys(json.extra).sort()).toEqual(parts);
  });

  it('makes no version without a change', async () => {
    const { status, json } = await patch({ title: 'A title' }, '"1"');

    expect([status, json._version]).toEqual([200, 1]);
  });

  test.each([
    [{ title: null }, 'V001', 'title'],
    [{ nope: 1 }, 'V009', 'nope'],
    [{ _id: 'other' }, 'V010', '_id'],
    [{ updatedAt: '2026-01-01T00:00:00Z' }, 'V010', 'updatedAt'],
    [{ stock: 1 }, 'A008', 'stock'],
    [{ author: 'nobody' }, 'V014', 'author'],
    [{ shelf: { row: 'x' } }, 'V002', 'shelf.row'],
    [[], 'V002', ''],
  ])('with %j is refused with %s at %s', async (body, code, path) => {
    const { status, json } = await patch(body);

    expect(json.problems).toEqual([expect.objectContaining({ code, path })]);
    expect(status).toBe(422);
  });

  it('to a taken unique value is 409', async () => {
    await post('books', { title: 'x', isbn: `${count}-9` });

    const { status, json } = await patch({ isbn: `${count}-9` });

    expect([status, json.code, json.problems[0].path]).toEqual([409, 11000, 'isbn']);
  });
});

describe('deleting', () => {
  it('returns the record as it was, and removes it', async () => {
    const { status, json } = await api.call('DELETE', `/api/books/${id}`, {
      as: 'staff',
      headers: { 'If-Match': '"1"' },
    });
    const after = await api.call('GET', `/api/books/${id}`, { as: 'staff' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ _id: id, title: 'A title' });
    expect(after.status).toBe(404);
  });

  it('is refused while others refer to it, with fields and numbers', async () => {
    const author = (await post('authors', { name: `Cited ${count}` })).json._id;
    await post('books', { title: 'One', author, editors: [author] });
    await post('books', { title: 'Two', author });
    await post('authors', { name: `Pupil ${count}`, mentor: author });

    const { status, json } = await api.call('DELETE', `/api/authors/${author}`, {
      as: 'staff',
      headers: { 'If-Match': '*' },
    });

    expect(status).toBe(409);
    expect(json.code).toBe('S004');
    expect(json.referrers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'books', count: 2 }),
        expect.objectContaining({ resource: 'authors', count: 1 }),
      ]),
    );
  });
});

describe('creating', () => {
  it('returns the record, its URL and its version', async () => {
    const { status, json, headers } = await post('books', {
      title: 'New',
      author: 'ann',
      editors: ['bob', 'ann'],
      tags: ['x'],
    });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      _version: 1,
      title: 'New',
      author: 'ann',
      editors: ['bob', 'ann'],
      tags: ['x'],
      inPrint: true,
      pages: null,
      createdBy: api.userId('staff'),
      updatedBy: api.userId('staff'),
    });
    expect(headers.get('Location')).toBe(`/api/books/${json._id}`);
    expect(headers.get('ETag')).toBe('"1"');
    const read = await api.call('GET', headers.get('Location')!, { as: 'staff' });
    expect(read.json).toEqual(json);
  });

  test.each([
    [{}, 'V001', 'title'],
    [{ title: '' }, 'V001', 'title'],
    [{ title: null }, 'V001', 'title'],
    [{ title: 7 }, 'V002', 'title'],
    [{ title: 'x'.repeat(101) }, 'V003', 'title'],
    [{ title: 'x', pages: 0 }, 'V005', 'pages'],
    [{ title: 'x', pages: 10_001 }, 'V006', 'pages'],
    [{ title: 'x', pages: 1.5 }, 'V017', 'pages'],
    [{ title: 'x', price: 1.234 }, 'V018', 'price'],
    [{ title: 'x', isbn: 'abc' }, 'V007', 'isbn'],
    [{ title: 'x', genre: 'opera' }, 'V008', 'genre'],
    [{ title: 'x', titel: 'x' }, 'V009', 'titel'],
    [{ title: 'x', legacyId: 'x' }, 'V010', 'legacyId'],
    [{ title: 'x', _version: 1 }, 'V010', '_version'],
    [{ title: 'x', createdAt: '2026-01-01T00:00:00Z' }, 'V010', 'createdAt'],
    [{ title: 'x', createdBy: 'me' }, 'V010', 'createdBy'],
    [{ title: 'x', author: 'nobody' }, 'V014', 'author'],
    [{ title: 'x', editors: ['ann', 'nobody'] }, 'V014', 'editors.1'],
    [{ title: 'x', printedOn: '2001-02-30' }, 'V011', 'printedOn'],
    [{ title: 'x', site: 'javascript:alert(1)' }, 'V011', 'site'],
    [{ title: 'x', shelf: { floor: 1 } }, 'V009', 'shelf.floor'],
    [{ title: 'x', stock: 1 }, 'A008', 'stock'],
    [{ title: 'x', secret: 'x' }, 'V009', 'secret'],
    [{ title: 'x', _id: 'a b' }, 'V002', '_id'],
    [{ title: 'x', _id: 'x'.repeat(65) }, 'V002', '_id'],
  ])('refuses %j with %s at %s', async (body, code, path) => {
    const { status, json } = await post('books', body);

    expect(json.problems).toEqual([expect.objectContaining({ code, path })]);
    expect(status).toBe(422);
  });

  it('reports all problems at once', async () => {
    const { json } = await post('books', { pages: 0, genre: 'opera', nope: 1 });

    expect(json.problems.map(({ path }: { path: string }) => path).sort()).toEqual([
      'genre',
      'nope',
      'pages',
      'title',
    ]);
  });

  test.each([
    ['a unique value', () => ({ title: 'x', isbn: `${count}-0` }), 'isbn'],
    ['an _id', () => ({ title: 'x', _id: id }), '_id'],
  ])('refuses %s that is taken with 11000', async (_, body, path) => {
    const { status, json } = await post('books', body());

    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 11000, problems: [{ code: 11000, path }] });
  });
});
