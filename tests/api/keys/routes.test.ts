import { afterAll, expect, test } from 'vitest';
import { takesKeys } from '../../../src/api/http/admit-key.ts';
import { type Route } from '../../../src/api/http/route.ts';
import { listRoutes } from '../../../src/api/routes.ts';
import { openTestApi } from '../../support/api.ts';
import { everything, makeKey } from '../../support/api-keys.ts';
import { problemWords } from '../../../src/fields/problems/problem-words.ts';
import { toProblemText } from '../../../src/fields/problems/problem-text.ts';

const keys: Record<'none' | 'books' | 'all', string> = { none: '', books: '', all: '' };

const api = await openTestApi();

const rate = { rate: 100_000 };

keys.none = (await makeKey(api, 'admin', {}, rate)).token;

const books = { books: { operations: ['list', 'read'] } };

keys.books = (await makeKey(api, 'admin', books, rate)).token;

keys.all = (await makeKey(api, 'admin', { '*': { operations: everything } }, rate)).token;

await api.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'One' } });

afterAll(() => api.close());

/** What keys reach besides the routes of records: everything else is for people. */
const open = [
  'GET /api/config',
  'GET /api/files/:file',
  'GET /api/files/uploads/:id',
  'GET /api/jobs',
  'GET /api/jobs/:id',
  'GET /api/jobs/:id/failed',
  'GET /api/jobs/:id/problems',
  'GET /api/jobs/:id/rows',
  'GET /api/jobs/:id/sheets',
  'GET /api/jobs/:id/sheets/suggestions',
  'GET /api/keys/current',
  'GET /api/openapi.json',
  'GET /api/search',
  'GET /api/sse',
  'GET /api/sse/',
  // What a key may not comment on does not exist for it.
  'GET /api/threads',
  'GET /api/threads/:id',
  'GET /api/threads/:id/messages',
  'GET /api/threads/marks',
  'GET /api/threads/people',
  'DELETE /api/threads/:id/messages/:message',
  'PATCH /api/threads/:id',
  'PATCH /api/threads/:id/messages/:message',
  'POST /api/threads',
  'POST /api/threads/:id/messages',
  'POST /api/threads/:id/read',
  'DELETE /api/files/uploads/:id',
  'DELETE /api/jobs/:id',
  'PATCH /api/files/uploads/:id',
  'POST /api/files',
  'POST /api/files/:file/copies',
  'POST /api/jobs/:id/again',
  'POST /api/jobs/:id/cancel',
  'POST /api/jobs/:id/look',
  'POST /api/jobs/:id/resume',
  'POST /api/jobs/:id/run',
  'POST /api/jobs/:id/sheets',
  'POST /api/jobs/:id/sheets/run',
  'POST /api/jobs/:id/values',
  'POST /mcp',
];

test('keys reach only these routes without a right to a collection', () => {
  const routes = listRoutes(api.descriptor).filter(
    (route) => typeof route.needs !== 'object' && route.needs !== 'nobody' && takesKeys(route),
  );

  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(open.toSorted());
});

const send = (method: string, path: string, token: string) =>
  api.call(method, path.replace(/:\w+/g, 'none'), {
    token,
    headers: { 'If-Match': '*' },
    body: method === 'GET' || method === 'DELETE' ? undefined : {},
  });

/** Whether keys that may nothing, read one collection, or do everything get in. */
function expectedOf(route: Route): string[] {
  const { needs } = route;
  if (!takesKeys(route)) return ['A038', 'A038', 'A038'];
  if (typeof needs !== 'object') return ['in', 'in', 'in'];
  const may = [needs.may].flat();
  const isRead = needs.of.name === 'books' && (may.includes('list') || may.includes('read'));
  // No key may anything with users but read them.
  const reads = ['list', 'read', 'export', 'history'].includes(may[0]!);
  const isKept = needs.of.name === 'users' && !reads;
  return ['A006', isRead ? 'in' : 'A006', isKept ? 'A006' : 'in'];
}

test('every route respects keys for nothing, one collection or everything', async () => {
  const found: Record<string, string[]> = {};
  const expected: typeof found = {};
  for (const route of listRoutes(api.descriptor)) {
    const { method, path, needs } = route;
    if (needs === 'nobody' || path.startsWith('/api/sse')) continue;
    const name = `${method} ${path}`;
    expected[name] = expectedOf(route);
    found[name] = [];
    for (const token of [keys.none, keys.books, keys.all]) {
      const { status, json } = await send(method, path, token);
      const isRefused = status >= 500 || ['A006', 'A038'].includes(json?.code);
      found[name].push(isRefused ? json.code : 'in');
    }
  }

  expect(Object.keys(found).length).toBeGreaterThan(100);
  expect(found).toEqual(expected);
}, 60_000);

test('a key changes no users, not even the key of an admin with all rights', async () => {
  const token = keys.all;
  const id = api.userId('viewer');
  const headers = { 'If-Match': '*' };
  const body = { name: 'Changed' };

  const answers = [
    await api.call('PATCH', `/api/users/${id}`, { token, headers, body }),
    await api.call('POST', '/api/users/bulk', {
      token,
      body: { action: 'update', ids: [id], data: body },
    }),
    await api.call('PUT', `/api/admin/user/${id}/role`, { token, body: { role: 'admin' } }),
    await api.call('POST', '/api/users', {
      token,
      body: { ...body, email: 'x@example.org', role: 'admin' },
    }),
  ];

  expect(answers.map(({ json }) => json.code)).toEqual(['A006', 'A038', 'A038', 'A038']);
  expect((await api.call('GET', `/api/users/${id}`, { token })).status).toBe(200);
});

type Asked = [method: string, path: string, body?: object];

/** The texts of the first problem in English and in German. */
async function textsOf(
  token: string,
  [method, path, body]: Asked,
  expected: [status: number, code: string] = [403, 'A006'],
): Promise<string[]> {
  const headers = { 'If-Match': '*' };
  const { status, json } = await api.call(method, path, { token, body, headers });
  const [found] = json.problems;
  expect([status, found.code]).toEqual(expected);
  return Object.values(problemWords).map((words) => toProblemText(found, words));
}

const ofKey = [
  'is not allowed for the role admin with the API key “Reader”',
  'ist für die Rolle admin mit dem API-Schlüssel „Reader“ nicht erlaubt',
];

const ofRole = (role: string) => [
  `is not allowed for the role ${role}`,
  `ist für die Rolle ${role} nicht erlaubt`,
];

const bulk = { action: 'delete', ids: ['b1'] };

const entries = { action: 'create', records: [{ data: { title: 'New' } }] };

test.for<Asked>([
  ['PATCH', '/api/books/b1', { title: 'Two' }],
  ['GET', '/api/authors'],
  ['POST', '/api/books/bulk', bulk],
  ['POST', '/api/books/bulk', entries],
  ['GET', '/api/books?_asOf=2020-01-01T00:00:00Z'],
])('a refusal of what the owner may do names the key: %s %s', async (asked) => {
  const grants = { books: { operations: ['list', 'update', 'read'] } };
  const isUpdate = asked[0] === 'PATCH';
  if (isUpdate) grants.books.operations = ['list'];
  const { token } = await makeKey(api, 'admin', grants, { name: 'Reader' });

  expect(await textsOf(token, asked)).toEqual(ofKey);
});

test('a refusal of a record outside its filter names the key', async () => {
  const grants = { books: { operations: ['read', 'update'], filter: { title: 'One' } } };
  const { token } = await makeKey(api, 'admin', grants, { name: 'Reader' });
  const asked: Asked = ['PATCH', '/api/books/b1', { title: 'Two' }];

  const [outside] = await textsOf(token, asked, [403, 'A012']);
  expect(outside).toMatch(
    /^is not allowed for the role admin with the API key “Reader”: with these values/,
  );
});

test('a refusal of what the owner may not do names the role', async () => {
  const grants = { '*': { operations: ['list', 'read', 'update'] } };
  const { token } = await makeKey(api, 'viewer', grants, { name: 'Reader' });

  expect(await textsOf(token, ['PATCH', '/api/books/b1', { title: 'Two' }])).toEqual(
    ofRole('viewer'),
  );
  expect(await textsOf(await api.tokenOf('viewer'), ['DELETE', '/api/books/b1'])).toEqual(
    ofRole('viewer'),
  );
});
