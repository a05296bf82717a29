import { afterAll, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { CANARY, librarySource } from '../support/library.ts';

const source = structuredClone(librarySource) as typeof librarySource & Record<string, any>;
(source.resources.books as Record<string, any>).public = {
  fields: ['title', 'genre', 'tags', 'author'],
};
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
const author = await api.call('POST', '/api/authors', { as: 'admin', body: { name: 'Anna' } });
for (const [_id, title] of Object.entries({ b1: 'Moss', b2: 'Fern' }))
  await api.call('POST', '/api/books', {
    as: 'admin',
    body: { _id, title, blurb: 'Inside', secret: CANARY, author: author.json._id },
  });
afterAll(() => api.close());

describe('the published records', () => {
  it('are listed for everybody, with nothing else', async () => {
    const { status, json, headers } = await api.call('GET', '/api/public/books');

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 2, page: 1, perPage: 10, pageCount: 1, next: null });
    expect(Object.keys(json.data[0]).sort()).toEqual(
      ['_id', '_version', 'author', 'genre', 'tags', 'title'].sort(),
    );
    expect(json.data.map(({ title }: { title: string }) => title)).toEqual(['Fern', 'Moss']);
    expect(headers.get('X-Total-Count')).toBe('2');
    expect(headers.get('Cache-Control')).toBe('public, max-age=60');
  });

  it('are read one by one', async () => {
    const { status, json, text } = await api.call('GET', '/api/public/books/b1');

    expect(status).toBe(200);
    expect(json).toMatchObject({ _id: 'b1', _version: 1, title: 'Moss', tags: [], genre: null });
    expect(Object.keys(json)).toHaveLength(6);
    expect(text).not.toContain(CANARY);
  });

  test.each(['/api/public/books', '/api/public/books/b1'])(
    'are not sent again by %s to a client that has them',
    async (path) => {
      const { headers } = await api.call('GET', path);
      const again = await api.call('GET', path, {
        headers: { 'If-None-Match': headers.get('ETag')! },
      });

      expect(again.status).toBe(304);
      expect(again.headers.get('Cache-Control')).toBe('public, max-age=60');
    },
  );

  test.each([
    ['title_starts=mo', ['b1']],
    ['q=fern', ['b2']],
    ['_sort=-title', ['b1', 'b2']],
    ['where={"title":"Fern"}', ['b2']],
  ])('are filtered, sorted and searched as any list: %s', async (query, ids) => {
    const { json } = await api.call('GET', `/api/public/books?${query}`);

    expect(json.data.map(({ _id }: { _id: string }) => _id)).toEqual(ids);
  });

  it('have no total if none is requested', async () => {
    const { status, json, headers } = await api.call('GET', '/api/public/books?_total=none');

    expect([status, json.data.length, json.total]).toEqual([200, 2, null]);
    expect(headers.has('X-Total-Count')).toBe(false);
  });

  it('are not found by a word in a field that is not published', async () => {
    const { json } = await api.call('GET', `/api/public/books?q=${CANARY}`);

    expect(json.total).toBe(0);
  });

  test.each([
    ['secret=x', 400, 'Q002'],
    ['pages_gt=1', 400, 'Q002'],
    ['nothing=1', 400, 'Q002'],
    ['_fields=blurb', 400, 'Q002'],
    ['_sort=createdAt', 400, 'Q002'],
  ])('refuse queries by other fields: %s', async (query, status, code) => {
    const answer = await api.call('GET', `/api/public/books?${query}`);

    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  test.each(['authors', 'users', 'nothing', 'ledgers/x'])(
    'have no path for other collections: %s',
    async (path) => {
      const { status, json } = await api.call('GET', `/api/public/${path}`, { as: 'admin' });

      expect([status, json.code]).toEqual([404, 'Q013']);
    },
  );

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('cannot be written by %s', async (method) => {
    const { status, headers } = await api.call(method, '/api/public/books', {
      as: 'admin',
      body: {},
    });

    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('answer HEAD, and 404 for an unknown record', async () => {
    expect((await api.call('HEAD', '/api/public/books')).status).toBe(200);
    for (const id of ['none', 'x'.repeat(600), '%00'])
      expect((await api.call('GET', `/api/public/books/${id}`)).json.code).toBe('S001');
  });

  test.each([undefined, 'viewer'])('are in the OpenAPI document of %s', async (as) => {
    const { json } = await api.call('GET', '/api/openapi.json', as ? { as } : {});
    const { get } = json.paths['/api/public/books/{id}'];
    const { schema } = get.responses[200].content['application/json'];

    expect(get.security).toEqual([]);
    expect(schema.required).toEqual(['_id', '_version', 'title', 'genre', 'tags', 'author']);
    expect(Object.keys(json.paths).filter((path) => path.startsWith('/api/public'))).toEqual([
      '/api/public/books',
      '/api/public/books/{id}',
    ]);
  });
});
