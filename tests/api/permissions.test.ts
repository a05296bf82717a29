import { afterAll, describe, expect, it, test } from 'vitest';
import { listRoutes } from '../../src/api/routes.ts';
import { officeOf, type Right, type Route } from '../../src/api/http/route.ts';
import { openTestApi } from '../support/api.ts';
import { openSessionOf } from '../support/open-session.ts';
import { isAtDoor, knock } from '../support/knock.ts';

const tokens = new Map<string, string | undefined>();

const api = await openTestApi();
const routes = listRoutes(api.descriptor);
for (const [name, role] of Object.entries({ staff2: 'staff', viewer2: 'viewer', odd: 'viewer' }))
  await api.addUser(name, role);
for (const name of ['admin', 'dev', 'staff', 'staff2', 'viewer', 'viewer2', 'odd'])
  tokens.set(name, await api.tokenOf(name));
await api.addUser('pending', 'admin', 'pending');
await api.addUser('disabled', 'admin', 'disabled');
for (const name of ['pending', 'disabled']) tokens.set(name, await openSessionOf(api, name));
// A role the descriptor no longer knows.
await api.database.query(`update "users" set role = 'retired' where _id = $1`, [api.userId('odd')]);
tokens.set('anonymous', undefined);
afterAll(() => api.close());

/** What each role may do with each resource of the test library; what is not here is forbidden. */
const may: Record<string, Record<string, string>> = {
  authors: { staff: 'list read create update delete export import', viewer: 'list read' },
  books: { staff: 'list read create update delete export import', viewer: 'list read export' },
  ledgers: { staff: 'create list' },
  users: { staff: 'list read create update delete' },
};

const everything = ['admin', 'dev'];
const roleOf = (name: string): string => name.replace(/2$/, '');

/** The status of the door: 401, 403, or neither of the two. */
function expected(route: Route, name: string): number | 'in' {
  const { needs } = route;
  if (needs === 'nobody') return 'in';
  if (name === 'anonymous') return needs === 'anyone' || route.stranger ? 'in' : 401;
  if (name === 'pending' || name === 'disabled') return 403;
  if (officeOf(needs)) return everything.includes(name) ? 'in' : 403;
  if (typeof needs !== 'object' || everything.includes(name)) return 'in';
  return has(needs, roleOf(name)) ? 'in' : 403;
}

function has({ may: one, of, and = [] }: Right, role: string): boolean {
  const allowed = (may[of.name]?.[role] ?? '').split(' ');
  const isAllowed = [one].flat().some((operation) => allowed.includes(operation));
  return isAllowed && and.every((right) => has(right, role));
}

const names = [
  'admin',
  'dev',
  'staff',
  'staff2',
  'viewer',
  'viewer2',
  'odd',
  'pending',
  'disabled',
  'anonymous',
];

describe.each(names)('%s', (name) => {
  it('a visitor can call the public routes, and no others', async () => {
    const wrong: string[] = [];
    for (const route of routes.filter(isAtDoor)) {
      const got = await knock(api, route, tokens.get(name));
      if (got !== expected(route, name)) wrong.push(`${route.method} ${route.path}: ${got}`);
    }

    expect(wrong).toEqual([]);
  });
});

it('every route declares what it needs, and few need nothing', () => {
  const open = routes.filter(({ needs }) => needs === 'nobody' || needs === 'anyone');

  expect(routes.every(({ needs }) => needs !== undefined)).toBe(true);
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/users/login',
    'POST /api/auth/refresh',
    'POST /api/users/login/factor',
    'POST /api/users/login/passkey',
    'GET /api/sign-in',
    'POST /api/oidc/:provider/start',
    'POST /api/oidc/:provider/finish',
    'POST /api/oidc/link',
    'POST /api/oidc/terms',
    'POST /api/oidc/:provider/backchannel-logout',
    'POST /api/users/login/link',
    'POST /api/users/',
    'POST /api/users/forgotpassword',
    'POST /api/users/resetpassword',
    'POST /api/users/proveemail',
    'GET /api/inbox/:token/unsubscribe',
    'POST /api/inbox/:token/unsubscribe',
    'GET /api/openapi.json',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
  ]);
  expect(routes.filter(({ stranger }) => stranger).map(({ path }) => path)).toEqual(['/api/users']);
});

it('every route refuses in the one shape of a problem', async () => {
  for (const route of routes) {
    if (route.needs === 'nobody' || route.needs === 'anyone' || route.stranger) continue;
    const { status, json, headers } = await api.call(
      route.method,
      route.path.replace(':id', 'none'),
    );

    expect([route.path, status]).toEqual([route.path, 401]);
    expect(headers.get('Content-Type')).toBe('application/problem+json');
    expect(json).toEqual({
      type: 'urn:backoffice:problem:A001',
      title: 'Unauthorized',
      status: 401,
      detail: 'The request requires you to sign in',
      code: 'A001',
      problems: [{ code: 'A001', path: '', message: 'requires you to sign in' }],
      requestId: headers.get('X-Request-Id'),
    });
  }
});

test.each([
  ['viewer', 'POST', '/api/books', { title: 'x' }],
  ['viewer', 'PUT', '/api/books', { _id: 'x', title: 'x' }],
  ['viewer', 'PATCH', '/api/books/x', { title: 'x' }],
  ['viewer', 'DELETE', '/api/books/x', undefined],
  ['viewer', 'POST', '/api/books/bulk', { action: 'delete', where: {} }],
  ['viewer', 'GET', '/api/users', undefined],
  ['viewer', 'GET', '/api/ledgers/x', undefined],
  ['staff', 'GET', '/api/ledgers/x', undefined],
])('a refusal tells %s that %s %s is not for their role', async (name, method, path, body) => {
  const { status, json } = await api.call(method, path, { as: name, body });

  expect(status).toBe(403);
  expect(json.title).toBe('Forbidden');
  expect(json.problems).toEqual([
    {
      code: 'A006',
      path: '',
      message: `is not allowed for the role ${name}`,
      params: expect.objectContaining({ role: name }),
    },
  ]);
});

it('a caller without the right gets the same answer for existing and missing records', async () => {
  const { json } = await api.call('POST', '/api/ledgers', { as: 'admin', body: { entry: 'x' } });

  const there = await api.call('GET', `/api/ledgers/${json._id}`, { as: 'viewer' });
  const none = await api.call('GET', '/api/ledgers/none', { as: 'viewer' });

  expect(there.status).toBe(403);
  expect({ ...there.json, requestId: '' }).toEqual({ ...none.json, requestId: '' });
});
