import pg from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks } from '../support/books.ts';

let now = Date.now();

const api = await openTestApi({ clock: () => now });
await addBooks(api);
await api.tokenOf('staff');
afterAll(() => api.close());

const sent = vi.spyOn(pg.Client.prototype, 'query');

// The session is read again once a second; here time stands still after its first use.
beforeEach(async () => {
  await api.call('GET', '/api/config', { as: 'staff' });
});

const calls: [number, string, string, object?, Record<string, string>?][] = [
  [1, 'GET', '/api/users/current'],
  [0, 'GET', '/api/config'],
  [0, 'GET', '/api/openapi.json'],
  [0, 'GET', '/healthz'],
  [0, 'GET', '/api/books?nope=1'],
  [0, 'POST', '/api/books', { pages: 'x' }],
  [1, 'GET', '/api/books'],
  [1, 'GET', '/api/books?_sort=author,-pages&author=a1&q=a&_page=1'],
  [1, 'GET', '/api/books?_total=none&editors=a2&where={"shelf.row":1}'],
  [1, 'GET', '/api/books/b1'],
  [1, 'POST', '/api/books', { title: 'New', author: 'a1', editors: ['a1', 'a2'], tags: ['x'] }],
  [1, 'PATCH', '/api/books/b1', { title: 'Other', editors: ['a2'] }, { 'If-Match': '*' }],
  [2, 'PATCH', '/api/books/b1', { shelf: { row: 7 } }, { 'If-Match': '*' }],
  [2, 'PUT', '/api/books', { _id: 'b1', title: 'Whole' }, { 'If-Match': '*' }],
  [1, 'DELETE', '/api/books/b2', undefined, { 'If-Match': '*' }],
  // One opens the change set.
  [5, 'POST', '/api/books/bulk', { action: 'update', ids: ['b1', 'b3', 'b4'], data: { pages: 9 } }],
  [
    6,
    'POST',
    '/api/books/bulk',
    {
      action: 'update',
      records: ['b1', 'b3', 'b4'].map((_id) => ({ _id, _version: '*', data: { pages: 8 } })),
    },
  ],
  [1, 'GET', '/api/books?author.name=Ann&where={"not":{"editors.name":"Bob"}}'],
  [1, 'GET', '/api/authors?count(books.author)_gte=1'],
  [1, 'GET', '/api/books?_fields=title,author.name,author.mentor.name&_sort=-author.mentor.name'],
  // Each facet is a transaction of its own; of references the titles are read together.
  [3, 'GET', '/api/books/facets?fields=genre'],
  [7, 'GET', '/api/books/facets?fields=genre,author'],
  // Quick functions are one pass, each slow one another; groups and their total are one statement.
  [3, 'GET', '/api/books/aggregates?_aggregate=pages:sum,pages:max,genre:count'],
  [6, 'GET', '/api/books/aggregates?_aggregate=pages:sum,genre:unique'],
  [3, 'GET', '/api/books/groups?_by=genre&_aggregate=pages:sum'],
  [1, 'GET', '/api/views?resource=books'],
  [1, 'GET', '/api/users/current/settings/x'],
];

test.each(calls)('%i statement(s) for %s %s %j', async (most, method, path, body, headers) => {
  sent.mockClear();

  const answer = await api.call(method, path, {
    as: 'staff',
    body,
    ...(headers ? { headers } : {}),
  });

  expect(answer.status).toBeLessThan(500);
  expect(textsOf(sent.mock.calls)).toHaveLength(most);
});

test('a paste of 200 cells takes as many statements as one of three', async () => {
  const titles = Array.from({ length: 200 }, (_, at) => ({ data: { title: `Pasted ${at}` } }));
  const created = await api.call('POST', '/api/books/bulk', {
    as: 'staff',
    body: { action: 'create', records: titles },
  });
  const ids: string[] = created.json.results.map(({ _id }: { _id: string }) => _id);
  const records = ids.map((_id, pages) => ({ _id, _version: 1, data: { pages: pages + 1 } }));
  sent.mockClear();

  const { json } = await api.call('POST', '/api/books/bulk', {
    as: 'staff',
    body: { action: 'update', records },
  });

  expect(json.updated).toBe(200);
  expect(textsOf(sent.mock.calls)).toHaveLength(6);
});

test('the session costs one more statement, once a second', async () => {
  now += 1_001;
  sent.mockClear();

  await Promise.all(
    Array.from({ length: 10 }, () => api.call('GET', '/api/config', { as: 'staff' })),
  );

  expect(textsOf(sent.mock.calls)).toHaveLength(1);
});

/** What a transaction says beside its statements costs a way to the database as well, so it counts. */
function textsOf(queries: readonly unknown[][]): unknown[] {
  const texts = queries.map(([query]) =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  );
  // Whatever is written within 40 ms is announced by one notice, after it was answered; and every five seconds, the
  // listener for changes asks whether its connection lives.
  return texts.filter((text) => !text.includes('backoffice_changes') && text !== 'select 1');
}
