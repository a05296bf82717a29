import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test, vi } from 'vitest';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { listRoutes } from '../../../src/api/routes.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, PASSWORD, signIn } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { createPasskey } from '../../support/passkey.ts';

const source = structuredClone(librarySource) as DescriptorSource & {
  roles: Record<string, object>;
};
source.roles['dev'] = { ...source.roles['dev'], secondFactor: true };

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
const replica = await api.openReplica();
afterAll(async () => {
  await replica.close();
  await api.close();
});

/** The session began, and was last proven, some minutes ago. */
async function age(name: string, minutes: number): Promise<void> {
  await api.database.query(
    `with aged as (
       update backoffice.sessions set created_at = created_at - make_interval(mins => $2),
         proven_at = proven_at - make_interval(mins => $2) where user_id = $1 returning user_id)
     select pg_notify('backoffice_sessions', user_id) from aged`,
    [api.userId(name), minutes],
  );
}

const prove = (token: string, body: object) =>
  api.call('POST', '/api/users/current/proof', { token, body });

test('changing rights, factors and people needs a fresh proof, on every server', async () => {
  await api.addUser('anna', 'admin');
  const { token } = (await signIn(api, 'anna')).json;
  const fresh = listRoutes(api.descriptor).filter((route) => route.fresh);
  expect(fresh.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [
      'DELETE /api/admin/user/:id/factors',
      'DELETE /api/admin/user/:id/sessions',
      'DELETE /api/admin/user/:id/sessions/:session',
      'GET /api/admin/user/:id/data',
      'GET /api/users/current/data',
      'POST /api/admin/user/:id/anonymise',
      'DELETE /api/admin/webhooks/:id',
      'PATCH /api/admin/webhooks/:id',
      'POST /api/admin/webhooks',
      'POST /api/structure/apply',
      'POST /api/structure/undo',
      'POST /api/users/current/view-as',
      'POST /api/admin/webhooks/:id/secret',
      ...[...api.descriptor.resources.values()].map(({ root }) => `DELETE ${root}/trash`),
      'DELETE /api/users/current/factors/:id',
      'DELETE /api/users/current/sessions',
      'DELETE /api/users/current/sessions/:id',
      'PATCH /api/keys/:id',
      'POST /api/admin/service-accounts',
      'POST /api/keys',
      'DELETE /api/users/current/identities/:id',
      'POST /api/users/current/identities',
      'POST /api/users/current/identities/start',
      'GET /api/users/export',
      'POST /api/users/current/factors',
      'POST /api/users/current/factors/:id/confirm',
      'POST /api/users/current/recovery-codes',
      'POST /api/users/export',
      'POST /api/admin/invite',
      ...['confirm', 'reject', 'disable', 'enable', 'role'].map(
        (action) => `PUT /api/admin/user/:id/${action}`,
      ),
      'POST /api/admin/user/:id/resetlink',
      'POST /api/users',
      'POST /api/users/bulk',
      'DELETE /api/users/:id',
      'POST /api/users/:id/restore',
      'POST /api/users/trash/restore',
      'POST /api/users/:id/erase',
      'PUT /api/admin/mailtexts/:kind/:language',
      'DELETE /api/admin/mailtexts/:kind/:language',
      'GET /api/admin/audit/export',
    ].toSorted(),
  );
  await age('anna', 16);

  for (const { method, path } of fresh)
    for (const server of [api, replica]) {
      const { status, json } = await server.call(method, path.replace(/:\w+/g, 'none'), { token });
      expect([path, status, json.code]).toEqual([path, 403, 'A030']);
    }
  expect((await prove(token, { password: PASSWORD })).status).toBe(204);
  // The other server hears of it a moment later.
  for (const server of [api, replica])
    await vi.waitFor(async () =>
      expect((await server.call('GET', '/api/users/export', { token })).status).toBe(200),
    );
});

test('a role is assigned only with a fresh proof, in every way', async () => {
  const admin = await api.addUser('bert', 'admin');
  const { _id } = await api.addUser('carl', 'staff');
  const { token } = (await signIn(api, 'bert')).json;
  await age('bert', 16);
  const headers = { 'If-Match': '*' };
  const ways = [
    () => api.call('PUT', `/api/admin/user/${_id}/role`, { token, body: { role: 'viewer' } }),
    () => api.call('PATCH', `/api/users/${_id}`, { token, headers, body: { role: 'viewer' } }),
    () =>
      api.call('POST', '/api/users/bulk', {
        token,
        body: { action: 'update', ids: [_id], data: { role: 'viewer' } },
      }),
  ];
  for (const give of ways) {
    const { text } = await give();
    expect(text).toContain('A030');
    expect(await api.database.value('select role from users where _id = $1', [_id])).toBe('staff');
  }
  const named = await api.call('PATCH', `/api/users/${_id}`, {
    token,
    headers,
    body: { name: 'Carla' },
  });
  expect(named.status).toBe(200);

  await prove(token, { password: PASSWORD });
  expect((await ways[1]!()).status).toBe(200);
  expect(admin.role).toBe('admin');
});

test('an email address is changed only with a fresh proof', async () => {
  await api.addUser('ida', 'admin');
  const { _id } = await api.addUser('jan', 'staff');
  const { token } = (await signIn(api, 'ida')).json;
  await age('ida', 16);
  const headers = { 'If-Match': '*' };
  const move = () =>
    api.call('PATCH', `/api/users/${_id}`, { token, headers, body: { email: 'jan@example.net' } });

  expect((await move()).json.problems).toMatchObject([{ code: 'A030', path: 'email' }]);
  await prove(token, { password: PASSWORD });
  expect((await move()).status).toBe(200);
});

test.each(['patch', 'put'])('an account is disabled by %s only with a fresh proof', async (way) => {
  await api.addUser(`kim${way}`, 'admin');
  const { _id } = await api.addUser(`lee${way}`, 'staff');
  const { token } = (await signIn(api, `kim${way}`)).json;
  await age(`kim${way}`, 16);
  const headers = { 'If-Match': '*' };
  const { json: whole } = await api.call('GET', `/api/users/${_id}`, { token });
  const disabled = { ...whole, status: 'disabled' };
  const disable = () => {
    if (way === 'patch')
      return api.call('PATCH', `/api/users/${_id}`, {
        token,
        headers,
        body: { status: 'disabled' },
      });
    return api.call('PUT', '/api/users', { token, headers, body: disabled });
  };

  expect((await disable()).text).toContain('A030');
  expect(await api.database.value('select status from users where _id = $1', [_id])).not.toBe(
    'disabled',
  );
});

test('a proof needs the same as a sign-in, and wrong ones count', async () => {
  await api.addUser('dora', 'staff');
  const { token } = (await signIn(api, 'dora')).json;
  const started = await api.call('POST', '/api/users/current/factors', {
    token,
    body: { kind: 'totp', name: 'Phone' },
  });
  const { id, secret } = started.json;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  // Made once: half a minute later, the code of the step before is another one.
  const first = code(-1);
  const path = `/api/users/current/factors/${id}/confirm`;
  expect((await api.call('POST', path, { token, body: { code: first } })).status).toBe(200);

  const only = await prove(token, { password: PASSWORD });
  expect([only.status, only.json.problems[0].path]).toEqual([422, 'code']);
  const wrong = await prove(token, { password: 'wrong', code: code(0) });
  expect([wrong.status, wrong.json.code]).toEqual([422, 'A015']);
  const used = await prove(token, { password: PASSWORD, code: first });
  expect([used.status, used.json.code]).toEqual([422, 'A029']);
  expect((await prove(token, {})).json.problems).toMatchObject([{ path: 'password' }]);
  expect((await prove(token, { password: PASSWORD, code: code(0) })).status).toBe(204);
});

test('a passkey is a proof alone, and only for its owner', async () => {
  const own = '/api/users/current/factors';
  const passkeys = await Promise.all(
    ['emil', 'frida'].map(async (name) => {
      await api.addUser(name, 'staff');
      const { token } = (await signIn(api, name)).json;
      const passkey = createPasskey();
      const body = { kind: 'passkey', name: 'Laptop' };
      const { json } = await api.call('POST', own, { token, body });
      const confirmed = await api.call('POST', `${own}/${json.id}/confirm`, {
        token,
        body: { passkey: passkey.create(json.options) },
      });
      expect(confirmed.status).toBe(200);
      return { token, passkey };
    }),
  );
  const [{ token, passkey }, other] = [passkeys[0]!, passkeys[1]!];
  const options = async () =>
    (await api.call('POST', '/api/users/current/proof/passkey', { token })).json;

  expect((await prove(token, { passkey: other.passkey.get(await options()) })).status).toBe(422);
  expect((await prove(token, { passkey: passkey.get(await options()) })).status).toBe(204);
});

test('proofs by passkey are limited in number', async () => {
  await api.addUser('karl', 'staff');
  const { token } = (await signIn(api, 'karl')).json;
  const begin = () => api.call('POST', '/api/users/current/proof/passkey', { token });
  for (let count = 0; count < 60; count++) expect((await begin()).status).toBe(200);

  const { status, json, headers } = await begin();
  expect([status, json.code]).toEqual([429, 'A010']);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('a role that requires a second factor allows 14 days, then only the profile', async () => {
  const { _id } = await api.addUser('gustav', 'dev');
  const { token } = (await signIn(api, 'gustav')).json;
  const before = await api.call('GET', '/api/users/current/factors', { token });
  expect(before.json.required).toBe(true);
  const days = (Date.parse(before.json.deadline) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(14);
  expect((await api.call('GET', '/api/books', { token })).status).toBe(200);

  await api.database.query(
    `update backoffice.factor_deadlines set at = now() - interval '1 second' where user_id = $1`,
    [_id],
  );
  await api.database.query(`select pg_notify('backoffice_sessions', '')`);
  await expect
    .poll(async () => (await api.call('GET', '/api/books', { token })).json.code)
    .toBe('A033');
  const own = [
    '/api/config',
    ...['', '/settings', '/sessions'].map((of) => `/api/users/current${of}`),
  ];
  const statuses = own.map(async (path) => (await api.call('GET', path, { token })).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  const passkey = createPasskey();
  const body = { kind: 'passkey', name: 'Laptop' };
  const { json } = await api.call('POST', '/api/users/current/factors', { token, body });
  const path = `/api/users/current/factors/${json.id}/confirm`;
  await api.call('POST', path, { token, body: { passkey: passkey.create(json.options) } });
  expect((await api.call('GET', '/api/books', { token })).status).toBe(200);
});

test('an admin resets lost factors; the user is notified, and signs in with the password', async () => {
  const { _id } = await api.addUser('hilde', 'staff');
  const { token } = (await signIn(api, 'hilde')).json;
  const body = { kind: 'passkey', name: 'Laptop' };
  const { json } = await api.call('POST', '/api/users/current/factors', { token, body });
  const path = `/api/users/current/factors/${json.id}/confirm`;
  const passkey = createPasskey().create(json.options);
  await api.call('POST', path, { token, body: { passkey } });
  const reset = (as: string, id = _id) =>
    api.call('DELETE', `/api/admin/user/${id}/factors`, { as });

  expect((await reset('staff')).status).toBe(403);
  expect((await reset('admin', 'none')).status).toBe(404);
  expect((await reset('admin')).status).toBe(204);
  expect((await api.call('GET', '/api/users/current', { token })).status).toBe(401);
  expect((await signIn(api, 'hilde')).status).toBe(200);
  const mail = await api.database.value(
    `select data ->> 'what' from backoffice.outbox where to_address = 'hilde@example.org' order by id desc limit 1`,
  );
  expect(mail).toBe('factorsReset');
});

test('work in the name of a user without a session cannot assign roles, and the server can', async () => {
  const { _id } = await api.addUser('berta', 'viewer');
  const users = api.descriptor.resources.get('users')!;
  const giveRole = (userId: string | null) =>
    api.store.update(users, _id, '*', { role: 'staff' }, { userId });

  expect(await giveRole(api.userId('admin'))).toMatchObject({
    problems: [{ code: 'A057', path: 'role' }],
  });
  expect(await giveRole(null)).toMatchObject({ record: { role: 'staff' } });
});
