import { afterAll, expect, test } from 'vitest';
import { openTestApi, signIn, type TestApi } from '../../support/api.ts';
import { everything, makeKey } from '../../support/api-keys.ts';

const api = await openTestApi();
const replica = await api.openReplica();
await api.call('POST', '/api/books', { as: 'admin', body: { _id: 'b1', title: 'One' } });
afterAll(async () => {
  await replica.close();
  await api.close();
});

/** Lets time pass for a row of the system. */
async function age(table: 'api_keys' | 'sessions', column: string, minutes: number, of: string) {
  await api.database.query(
    `with aged as (update backoffice.${table} set ${column} = ${column} - make_interval(mins => $1)
       where $2 in (id, user_id) returning user_id)
     select pg_notify('backoffice_sessions', user_id) from aged`,
    [minutes, of],
  );
}

const reading = { books: { operations: ['list', 'read'] } };

test('a key is shown once, stored as a hash, and reads what it is allowed to', async () => {
  const { token, id } = await makeKey(api, 'staff', reading);

  expect(token).toMatch(/^bo_[0-9A-Za-z]{36}$/);
  const stored = await api.database.rows('select k::text from backoffice.api_keys k');
  expect(JSON.stringify(stored)).not.toContain(token.slice(8));
  const { json } = await api.call('GET', '/api/keys', { as: 'staff' });
  expect(json.data[0]).toMatchObject({ id, prefix: token.slice(0, 8), state: 'active' });
  expect(JSON.stringify(json)).not.toContain(token.slice(8));
  const list = await api.call('GET', '/api/books', { token });
  expect([list.status, list.json.data.length]).toEqual([200, 1]);
  expect((await api.call('POST', '/api/books', { token, body: { title: 'x' } })).status).toBe(403);
  expect((await api.call('GET', '/api/authors', { token })).json.code).toBe('A006');
});

test('a mistyped, unknown, revoked or expired key is refused with the reason', async () => {
  const { id, token } = await makeKey(api, 'staff', reading);
  const codeOf = async (key: string) => {
    const { status, json } = await api.call('GET', '/api/books', { token: key });
    return [status, json.code];
  };
  const last = token.endsWith('A') ? 'B' : 'A';

  expect(await codeOf(token.slice(0, -1) + last)).toEqual([401, 'A034']);
  expect(await codeOf('bo_')).toEqual([401, 'A034']);
  expect((await api.call('GET', '/api/books', { token })).status).toBe(200);
  await age('api_keys', 'expires_at', 90 * 24 * 60 + 1, id);
  await expect.poll(() => codeOf(token)).toEqual([401, 'A035']);

  const other = await makeKey(api, 'staff', reading);
  expect((await replica.call('GET', '/api/books', { token: other.token })).status).toBe(200);
  const { token: session } = (await signIn(api, 'staff')).json;
  await api.call('DELETE', `/api/keys/${other.id}`, { token: session });
  expect(await codeOf(other.token)).toEqual([401, 'A035']);
  await expect
    .poll(async () => (await replica.call('GET', '/api/books', { token: other.token })).json.code)
    .toBe('A035');
});

test('a key works only from its IPv4 and IPv6 addresses', async () => {
  const addresses = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7', '2001:db9::7'];
  const { token } = await makeKey(api, 'staff', reading, { addresses });
  const from = async (address: string) =>
    (await api.call('GET', '/api/books', { token, address })).json.code ?? 'in';

  for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8:1::5', ...addresses.slice(2)])
    expect([address, await from(address)]).toEqual([address, 'in']);
  for (const address of ['192.0.3.9', '2001:db9::6', '198.51.100.8', 'unknown'])
    expect([address, await from(address)]).toEqual([address, 'A036']);
});

test('a key has a budget of requests per minute, shared by all servers', async () => {
  const { token } = await makeKey(api, 'staff', reading, { rate: 3 });
  // A minute of the database could end in between.
  await expect
    .poll(() => api.database.value<number>('select extract(second from now())::int'))
    .toBeLessThan(55);

  const answers = [];
  for (const server of [api, replica, api, replica])
    answers.push(await server.call('GET', '/api/books', { token }));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  const { json, headers } = answers.at(-1)!;
  expect(json).toMatchObject({ code: 'A037', problems: [{ params: { max: 3 } }] });
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60);
}, 15_000);

test('changes of its owner apply to the key, on every server', async () => {
  const { _id } = await api.addUser('olga', 'staff');
  const { token } = await makeKey(api, 'olga', { '*': { operations: everything } });
  const asked = async (server: TestApi, method = 'POST') => {
    const body = method === 'POST' ? { title: 'By a program' } : undefined;
    const { status, json } = await server.call(method, '/api/books', { token, body });
    return status < 300 ? status : json.code;
  };
  const { token: admin } = (await signIn(api, 'admin')).json;
  expect([await asked(api), await asked(replica)]).toEqual([201, 201]);

  await api.call('PUT', `/api/admin/user/${_id}/role`, { token: admin, body: { role: 'viewer' } });
  await expect.poll(() => asked(api)).toBe('A006');
  await expect.poll(() => asked(replica)).toBe('A006');
  await api.call('PUT', `/api/admin/user/${_id}/disable`, { token: admin, body: {} });
  await expect.poll(() => asked(replica, 'GET')).toBe('A005');
  await api.call('PUT', `/api/admin/user/${_id}/enable`, { token: admin, body: {} });
  await expect.poll(() => asked(replica, 'GET')).toBe(200);
  const headers = { 'If-Match': '*' };
  await api.call('DELETE', `/api/users/${_id}`, { token: admin, headers });
  await expect.poll(() => asked(replica, 'GET')).toBe('A034');
});

test('creating and changing a key needs a fresh proof, and its settings are checked', async () => {
  const { token } = (await signIn(api, 'viewer')).json;
  const make = (changes: object) =>
    api.call('POST', '/api/keys', {
      token,
      body: { name: 'K', collections: reading, ...changes },
    });
  const found = async (changes: object) => {
    const { status, json } = await make(changes);
    return status < 300 ? [] : json.problems.map(({ code, path }: any) => [code, path]);
  };

  expect(await found({ addresses: ['192.0.2.0/33', 'here'] })).toEqual([
    ['V081', 'addresses.0'],
    ['V081', 'addresses.1'],
  ]);
  expect(await found({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([['V083', 'expiresAt']]);
  expect(await found({ collections: { books: { operations: ['list', 'delete'] } } })).toEqual([
    ['V082', 'collections.books.operations.1'],
  ]);
  expect(await found({ collections: { ledgers: { operations: ['list'] } } })).toEqual([
    ['V008', 'collections.ledgers'],
  ]);
  const hidden = { operations: ['list'], fields: ['title', 'secret'], filter: { secret: 'x' } };
  expect(await found({ collections: { books: hidden } })).toEqual([
    ['Q002', 'collections.books.fields.1'],
    ['Q002', 'collections.books.filter.secret'],
  ]);
  // The key would see what its maker may not.
  const beyond = { books: { operations: ['list'], filter: { $expression: "author.name = 'a'" } } };
  expect(await found({ collections: beyond })).toEqual([['Q029', 'collections.books.filter']]);
  const everywhere = { '*': { operations: ['list'], fields: ['title'] } };
  expect(await found({ collections: everywhere })).toEqual([['V009', 'collections.*.fields']]);
  expect(await found({ owner: api.userId('staff') })).toEqual([['A006', 'owner']]);

  const before = Date.now();
  const { json } = await make({});
  expect(Date.parse(json.expiresAt)).toBeGreaterThanOrEqual(before + 90 * 86_400_000);
  expect(Date.parse(json.expiresAt)).toBeLessThanOrEqual(Date.now() + 90 * 86_400_000);
  await age('sessions', 'created_at', 16, api.userId('viewer'));
  await expect.poll(async () => (await make({})).json.code).toBe('A030');
  const change = await api.call('PATCH', `/api/keys/${json.id}`, { token, body: { rate: 1 } });
  expect(change.json.code).toBe('A030');
  expect((await api.call('DELETE', `/api/keys/${json.id}`, { token })).status).toBe(204);
});

test('a change of a key applies at once, and other users cannot access it', async () => {
  const { id, token } = await makeKey(api, 'staff', reading);
  const { token: session } = (await signIn(api, 'staff')).json;
  const { token: stranger } = (await signIn(api, 'viewer')).json;
  const change = (as: string, body: object) =>
    api.call('PATCH', `/api/keys/${id}`, { token: as, body });

  expect((await change(stranger, { rate: 5 })).status).toBe(404);
  expect((await api.call('DELETE', `/api/keys/${id}`, { token: stranger })).status).toBe(404);
  const collections = { authors: { operations: ['list'] } };
  expect((await change(session, { collections })).json.collections).toEqual(collections);
  expect((await api.call('GET', '/api/books', { token })).json.code).toBe('A006');
  expect((await api.call('GET', '/api/authors', { token })).status).toBe(200);
  expect((await api.call('GET', '/api/keys/current', { token })).json.id).toBe(id);
  expect((await api.call('GET', '/api/keys/current', { token: session })).status).toBe(404);
  // An admin sees and ends it, and cannot change what another person answers for.
  const { token: admin } = (await signIn(api, 'admin')).json;
  const owner = api.userId('staff');
  const listed = await api.call('GET', `/api/keys?owner=${owner}`, { token: admin });
  expect(listed.json.data.map((key: any) => key.id)).toContain(id);
  expect((await change(admin, { rate: 5 })).json.code).toBe('V084');
  expect((await api.call('DELETE', `/api/keys/${id}`, { token: admin })).status).toBe(204);
});

test('a user has at most 50 keys', async () => {
  await api.addUser('max', 'viewer');
  const { token } = (await signIn(api, 'max')).json;
  const body = { name: 'K', collections: reading };
  for (let count = 0; count < 50; count += 1)
    expect((await api.call('POST', '/api/keys', { token, body })).status).toBe(201);

  const refused = await api.call('POST', '/api/keys', { token, body });

  expect([refused.status, refused.json.code]).toEqual([409, 'A039']);
});

test('keys with the same Idempotency-Key get their own responses', async () => {
  const grants = { books: { operations: ['list', 'create'], fields: ['title'] } };
  const [one, other] = [await makeKey(api, 'staff', grants), await makeKey(api, 'staff', grants)];
  const headers = { 'Idempotency-Key': 'same' };
  const create = ({ token }: { token: string }) =>
    api.call('POST', '/api/books', { token, headers, body: { title: 'Once' } });

  const ids = [await create(one), await create(other), await create(one)].map(
    ({ json }) => json._id,
  );

  expect(ids[0]).toBe(ids[2]);
  expect(ids[0]).not.toBe(ids[1]);
});

test('the OpenAPI document of a key contains what the key can do, whoever requested it before', async () => {
  const { token } = await makeKey(api, 'staff', reading);
  const pathsOf = async (as: object): Promise<any> =>
    (await api.call('GET', '/api/openapi.json', as)).json.paths;
  const before = Object.keys(await pathsOf({ as: 'staff' }));

  const paths = await pathsOf({ token });
  expect(paths['/api/books'].get).toBeDefined();
  expect(paths['/api/books'].post).toBeUndefined();
  expect(paths['/api/authors']).toBeUndefined();
  expect(Object.keys(await pathsOf({ as: 'staff' }))).toEqual(before);
});
