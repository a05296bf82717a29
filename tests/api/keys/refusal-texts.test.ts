import { afterAll, expect, test } from 'vitest';
import { problemWords } from '../../../src/fields/problems/problem-words.ts';
import { toProblemText } from '../../../src/fields/problems/problem-text.ts';
import { openTestApi } from '../../support/api.ts';
import { makeKey } from '../../support/api-keys.ts';

const api = await openTestApi();
await api.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'One' } });
afterAll(() => api.close());

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
