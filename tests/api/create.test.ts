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
