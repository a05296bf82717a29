import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';

const api = await openTestApi();
for (const title of ['A', 'B', 'C'])
  await api.call('POST', '/api/books', { as: 'admin', body: { title } });
afterAll(() => api.close());

const read = (query: string) => api.call('GET', `/api/admin/audit${query}`, { as: 'admin' });

async function lastOf(action: string): Promise<any> {
  return (await read(`?action=${action}`)).json.data[0];
}

test('an export is recorded with its filter and the number of records', async () => {
  const exported = await api.call('GET', '/api/books/export?format=csv&title_in=A,B', {
    as: 'staff',
  });

  expect(exported.status).toBe(200);
  expect(await lastOf('exported')).toMatchObject({
    actor: { _id: api.userId('staff') },
    address: '127.0.0.1',
    resource: 'books',
  });
  expect((await lastOf('exported')).detail).toEqual({
    format: 'csv',
    rows: 2,
    filter: 'title_in=A%2CB',
  });
});

test('an export whose client disconnects is recorded as broken off', async () => {
  const request = new Request('http://localhost/api/books/export', {
    headers: { Authorization: `Bearer ${await api.tokenOf('viewer')}` },
  });
  const response = await api.api.fetch(request, {});
  await response.body!.cancel();

  expect(await lastOf('exported')).toMatchObject({
    actor: { _id: api.userId('viewer') },
    detail: { format: 'json', brokenOff: true },
  });
});

test('an import is recorded with its file and the results of its rows, and a dry run is not', async () => {
  const send = async (fields: Record<string, string>) => {
    const form = new FormData();
    form.set('file', new File(['[{"title":"D"},{"title":"A","nonsense":1}]'], 'books of May.json'));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request('http://localhost/api/books/import', {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${await api.tokenOf('staff')}` },
    });
    return (await (await api.api.fetch(request, {})).json()) as { failed: number; created: number };
  };

  await send({ dryRun: 'true' });
  expect(await lastOf('imported')).toBeUndefined();
  const { created, failed } = await send({});

  expect(await lastOf('imported')).toMatchObject({
    actor: { _id: api.userId('staff') },
    resource: 'books',
    detail: { file: 'books of May.json', mode: 'create', total: 2, created, failed },
  });
});

test.each([
  ['as broken off', {}, { file: 'records.json', mode: 'create', brokenOff: true }],
  ['not at all where it is atomic', { atomic: 'true' }, undefined],
])('an import that fails unexpectedly is recorded %s', async (_, parts, expected) => {
  await api.database.query(
    `create function break_off() returns trigger language plpgsql as
       $$ begin raise 'broken' using errcode = 'XX000'; end $$;
     create trigger break_off before insert on books for each row execute function break_off()`,
  );
  const before = await lastOf('imported');
  const { status } = await sendImport(api, '/api/books', [{ title: 'X' }], { parts });
  await api.database.query('drop function break_off cascade');

  const after = await lastOf('imported');
  expect(status).toBe(500);
  expect(after.id === before.id ? undefined : after.detail).toEqual(expected);
});

describe('a route for admins', () => {
  it('records who is refused, once for each session and route', async () => {
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await api.call('GET', '/api/admin/outbox', { as: 'viewer' })).status).toBe(403);
    await api.call('GET', '/api/admin/audit', { as: 'viewer' });
    await api.call('POST', '/api/admin/outbox/x/retry', { as: 'staff' });

    const { json } = await read('?action=accessDenied');

    const tried = json.data.map(({ actor, detail }: any) => [
      actor.name,
      detail.method,
      detail.route,
    ]);
    expect(tried).toEqual([
      ['staff', 'POST', '/api/admin/outbox/:id/retry'],
      ['viewer', 'GET', '/api/admin/audit'],
      ['viewer', 'GET', '/api/admin/outbox'],
    ]);
    expect(json.data[0].session).toEqual(expect.any(String));
  });

  const tries: [string, string, object?][] = [
    ['POST', '/api/admin/invite', { email: 'x@example.org', role: 'admin' }],
    ...['confirm', 'reject', 'disable', 'enable', 'role'].map(
      (action): [string, string, object] => [
        'PUT',
        `/api/admin/user/{id}/${action}`,
        action === 'role' ? { role: 'admin' } : {},
      ],
    ),
    ['POST', '/api/users', {}],
    ['PUT', '/api/users', {}],
    ['PATCH', '/api/users/{id}', { role: 'admin' }],
    ['DELETE', '/api/users/{id}'],
    ['POST', '/api/users/bulk', {}],
    ['GET', '/api/users/export'],
    ['POST', '/api/users/import'],
    ['GET', '/api/admin/overview'],
    ['GET', '/api/admin/outbox'],
    ['GET', '/api/admin/audit/export'],
  ];

  test.each(tries)('records a refused %s %s', async (method, path, body) => {
    const name = `curious${method}${path.replace(/\W/g, '')}`.toLowerCase();
    await api.addUser(name, 'viewer');
    const whole = path.replace('{id}', api.userId('admin'));
    const call = { as: name, headers: { 'If-Match': '*' }, ...(body ? { body } : {}) };

    const refused = await api.call(method, whole, call);

    expect(refused.status).toBe(403);
    const { json } = await read(`?action=accessDenied&actor=${api.userId(name)}`);
    expect(json.data).toMatchObject([
      {
        actor: { name },
        about: path.includes('{id}') ? { name: 'admin' } : null,
        detail: { method, route: path.replace('{id}', ':id') },
      },
    ]);
  });
});

test('contains no typed passwords and tokens', async () => {
  const canary = 'canary-long-enough-for-a-password';
  const send = (path: string, body: object, as?: string) =>
    api.call(as ? 'PUT' : 'POST', path, { body, ...(as ? { as } : {}) });
  const email = 'staff@example.org';
  const since = (await read('?_perPage=1')).json.data[0].id;

  await send('/api/users/login', { email, password: canary });
  await send('/api/users/login', { email: `${canary}@example.org`, password: canary });
  await send('/api/users/', {
    name: 'N',
    email: 'new@example.org',
    organisation: 'O',
    password: canary,
    acceptedTerms: true,
  });
  await send('/api/users/forgotpassword', { email });
  await send('/api/users/resetpassword', {
    id: api.userId('staff'),
    token: canary,
    password: canary,
  });
  await send('/api/users/current', { currentPassword: canary, password: `${canary}2` }, 'staff');

  const { rows } = await api.database.query<{ action: string; text: string }>(
    'select action, to_jsonb(a)::text as text from backoffice.audit a where seq > $1',
    [since],
  );
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['signInFailed', 'registered', 'passwordForgotten']),
  );
  expect(rows.filter(({ text }) => text.includes('canary'))).toEqual([]);
  const { rows: mails } = await api.database.query<{ token: string }>(
    'select token from backoffice.outbox where token is not null',
  );
  expect(mails).toHaveLength(2);
  for (const { token } of mails)
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
});

test('records a role changed like any field, with the way of the change', async () => {
  const change = (role: string) => ({ as: 'admin', body: { role }, headers: { 'If-Match': '*' } });
  const path = `/api/users/${api.userId('viewer')}`;
  const changed = await api.call('PATCH', path, change('staff'));

  expect(changed.status).toBe(200);
  expect(await lastOf('roleChanged')).toMatchObject({
    about: { _id: api.userId('viewer') },
    address: '127.0.0.1',
    session: expect.any(String),
    requestId: expect.any(String),
  });
  await api.call('PATCH', path, change('viewer'));
});
