import { afterAll, expect, test } from 'vitest';
import { personParts } from '../../src/contract/people/person.ts';
import { personTables, tablesWithoutPeople } from '../../src/store/system/person/person-tables.ts';
import { connectIdentity } from '../support/connect-identity.ts';
import { emailOf, openTestApi, signIn, type TestAnswer } from '../support/api.ts';
import { noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

const exportOf = (name: string, as = 'admin') =>
  api.call('GET', `/api/admin/user/${api.userId(name)}/data`, { as });

test('every system table is exported, or a reason says why it is not', async () => {
  const tables = await api.database.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'backoffice' and table_type = 'BASE TABLE' order by 1`,
  );
  const exported = Object.values(personTables).map(({ table }) => table);
  const known = [...new Set([...exported, ...Object.keys(tablesWithoutPeople)])];

  expect(tables.map(({ name }) => name)).toEqual(known.toSorted());
  expect(exported.filter((name) => name in tablesWithoutPeople)).toEqual([]);
});

test('no exported column could open an account', async () => {
  const secret = /hash|secret|public_key|companion|credential|token|request_id/;
  for (const { columns } of Object.values(personTables)) expect(columns).not.toMatch(secret);
});

async function fill(name: string): Promise<void> {
  await api.addUser(name, 'staff');
  const { token } = (await signIn(api, name)).json;
  await api.call('PUT', '/api/users/current', { token, body: { theme: 'dark' } });
  await api.call('PUT', '/api/users/current/settings/grid', { token, body: { wide: true } });
  await api.call('POST', '/api/views', { token, body: { resource: 'books', name: 'Mine' } });
  await api.call('POST', '/api/users/current/factors', {
    token,
    body: { kind: 'totp', name: 'Phone' },
  });
  await api.call('POST', '/api/keys', {
    token,
    body: { name: 'Script', collections: { '*': { operations: ['list'] } } },
  });
  await connectIdentity(api.database, api.userId(name), { subject: name, email: emailOf(name) });
  await api.call('POST', '/api/authors', { token, body: { name: `Author of ${name}` } });
  await api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf(name) } });
  await signIn(api, name, { body: { email: emailOf(name), password: 'wrong' } });
}

test('the export has all that is stored about a person, without secrets', async () => {
  await fill('paula');
  await fill('quentin');

  const { status, json, headers, text } = await exportOf('paula');

  expect(status).toBe(200);
  expect(headers.get('Content-Disposition')).toBe('attachment; filename="personal-data.json"');
  expect(Object.keys(json)).toEqual(['exportedAt', 'user', ...personParts]);
  expect(json.user).toMatchObject({ _id: api.userId('paula'), email: emailOf('paula') });
  expect(json.sessions).toMatchObject([{ address: '127.0.0.1', endedAt: null }]);
  expect(json.factors).toMatchObject([{ kind: 'totp', name: 'Phone' }]);
  expect(json.identities).toMatchObject([{ provider: 'keycloak', subject: 'paula', usedAt: null }]);
  expect(json.apiKeys).toMatchObject([{ name: 'Script', revokedAt: null }]);
  expect(json.preferences).toEqual([{ language: null, theme: 'dark', inboxMails: {} }]);
  expect(json.settings).toMatchObject([{ key: 'grid' }]);
  expect(json.views).toMatchObject([{ name: 'Mine', resource: 'books' }]);
  expect(json.links).toMatchObject([{ kind: 'reset' }]);
  expect(json.failedSignIns).toMatchObject([{ count: 1 }]);
  expect(json.mails).toMatchObject([{ kind: 'passwordReset', to: emailOf('paula') }]);
  expect(json.changes).toMatchObject([{ resource: 'authors', operation: 'create' }]);
  expect(json.ownChanges).toMatchObject([{ operation: 'create', after: { name: 'paula' } }]);
  expect(json.audit.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['signedIn', 'signInFailed', 'passwordForgotten']),
  );
  expect(text).not.toContain('quentin');
  const { token } = (await api.database.first<{ token: string }>(
    `select token from backoffice.outbox where to_address = $1`,
    [emailOf('paula')],
  ))!;
  expect(text).not.toContain(token);
});

test('the export has what others did, but not from where', async () => {
  await api.addUser('rita', 'viewer');
  await api.call('PUT', `/api/admin/user/${api.userId('rita')}/role`, {
    as: 'admin',
    body: { role: 'staff' },
  });

  const { json } = await exportOf('rita');
  const [entry] = json.audit.filter(({ action }: { action: string }) => action === 'roleChanged');

  expect(entry).toMatchObject({ actor: api.userId('admin'), address: null, session: null });
});

test('a person exports their own data, and nobody else does', async () => {
  await api.addUser('sam', 'viewer');
  const { token } = (await signIn(api, 'sam')).json;
  const own: TestAnswer = await api.call('GET', '/api/users/current/data', { token });

  expect([own.status, own.json.user.name]).toEqual([200, 'sam']);
  expect((await exportOf('sam', 'staff')).status).toBe(403);
  expect((await api.call('GET', '/api/admin/user/none/data', { as: 'admin' })).status).toBe(404);
  const exports = (await noted(api)).filter(({ action }) => action === 'exported');
  expect(exports.at(-1)).toMatchObject({ actor: api.userId('sam'), record: api.userId('sam') });
});

test('the export is complete for any number of rows', async () => {
  await api.addUser('tom', 'staff');
  await api.database.query(
    `insert into backoffice.history (by, resource, record_id, operation, version, after)
     select $1, 'books', 'many' || n, 'create', 1, '{}' from generate_series(1, 1501) n`,
    [api.userId('tom')],
  );

  const { json } = await exportOf('tom');

  const ids = new Set(json.changes.map(({ _id }: { _id: string }) => _id));
  expect(ids.size).toBe(1_501);
});
