import { afterAll, expect, test } from 'vitest';
import { writeAudit } from '../../src/store/system/audit/write-audit.ts';
import { connectIdentity } from '../support/connect-identity.ts';
import { emailOf, openTestApi, signIn } from '../support/api.ts';
import { allMailsTo, noted } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown, as = 'admin', headers = {}) =>
  api.call(method, path, { as, body, headers });
const anonymise = (name: string, body: object, as = 'admin') =>
  call('POST', `/api/admin/user/${api.userId(name)}/anonymise`, body, as);
const reason = 'Asked for by letter';
const sure = (name: string) => ({ email: emailOf(name), reason });

/** Everything in the database, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await api.database.rows<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('backoffice', 'public') and table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(({ schema, name }) =>
      api.database.value<string | null>(
        `select string_agg(to_jsonb(t)::text, ' ') from "${schema}"."${name}" t`,
      ),
    ),
  );
  return texts.join(' ');
}

test('a pseudonym replaces a person everywhere', async () => {
  await api.addUser('Hedwig Marple', 'staff');
  const name = 'Hedwig Marple';
  const id = api.userId(name);
  const email = 'hedwig.marple@example.com';
  const change = (body: object) =>
    call('PATCH', `/api/users/${id}`, body, 'admin', { 'If-Match': '*' });
  await change({ email, organisation: 'St Mary Mead' });
  const { token } = (
    await api.call('POST', '/api/users/login', {
      body: { email, password: 'correct horse battery staple' },
    })
  ).json;
  await api.call('PUT', '/api/users/current/settings/grid', { token, body: { wide: true } });
  await connectIdentity(api.database, id, { subject: 'hedwig-at-keycloak', email });
  const author = (await api.call('POST', '/api/authors', { token, body: { name: 'Kept' } })).json;
  await api.call('POST', '/api/users/forgotpassword', { body: { email } });
  const [parked] = await api.database.rows<{ id: string }>(
    `update backoffice.outbox set state = 'parked' where to_address = $1 returning id`,
    [email],
  );
  await call('POST', `/api/admin/outbox/${parked!.id}/retry`);
  await call('GET', `/api/users/export?email=${encodeURIComponent(email)}`);
  expect(await wholeDatabase()).toContain('Marple');

  const body = { email, reason: `Hedwig Marple asked for it, ${email}` };
  const { status, json } = await call('POST', `/api/admin/user/${id}/anonymise`, body);

  expect([status, json.kept]).toEqual([200, []]);
  expect(json.name).toMatch(/^Former user [0-9a-f]{8}$/);
  expect(json.email).toMatch(/^former-user-[0-9a-f]{8}@anonymised\.invalid$/);
  const whole = await wholeDatabase();
  for (const text of ['Marple', 'hedwig', 'St Mary Mead']) expect(whole).not.toContain(text);

  const user = (await call('GET', `/api/users/${id}`)).json;
  const { name: pseudonym, email: address } = json;
  expect(user).toMatchObject({
    name: pseudonym,
    email: address,
    status: 'disabled',
    role: 'staff',
  });
  expect(user.organisation).toBeNull();
  expect((await call('GET', `/api/authors/${author._id}`)).json.createdBy).toBe(id);
  const history = (await call('GET', `/api/users/${id}/history`)).json;
  expect(JSON.stringify(history)).toContain(pseudonym);
  const entries = (await call('GET', `/api/admin/audit?actor=${id}`)).json.data;
  expect(entries.length).toBeGreaterThan(0);
  for (const { actor } of entries)
    expect(actor).toEqual({ _id: id, name: pseudonym, email: address });
  const done = (await noted(api)).find(({ action }) => action === 'anonymised');
  expect(done).toMatchObject({
    actor: api.userId('admin'),
    record: id,
    detail: { reason: `${pseudonym} asked for it, ${address}` },
  });
  expect((await api.call('GET', '/api/users/current', { token })).status).toBe(401);
});

test('an admin anonymises another user with their address and a reason', async () => {
  await api.addUser('ben', 'staff');
  const refusals = [
    [await anonymise('ben', { email: 'other@example.org', reason }), 422, 'V090'],
    [await anonymise('ben', { email: emailOf('ben'), reason: '' }), 422, 'V001'],
    [await anonymise('ben', { email: emailOf('ben') }), 422, 'V001'],
    [await anonymise('ben', sure('ben'), 'staff'), 403, 'A006'],
    [await anonymise('admin', sure('admin')), 409, 'A052'],
    [await call('POST', '/api/admin/user/none/anonymise', sure('ben')), 404, 'S001'],
  ] as const;

  for (const [{ status, json }, expected, code] of refusals)
    expect([status, json.code]).toEqual([expected, code]);
  expect((await signIn(api, 'ben')).status).toBe(200);
});

test('anonymising cannot be undone, changed, repeated or lifted by enabling the account', async () => {
  await api.addUser('cora', 'viewer');
  const id = api.userId('cora');
  await call('PATCH', `/api/users/${id}`, { organisation: 'Once' }, 'admin', {
    'If-Match': '*',
    'Change-Set': 'cora-set',
  });
  expect((await anonymise('cora', sure('cora'))).status).toBe(200);
  const { email } = (await call('GET', `/api/users/${id}`)).json;

  const refused = [
    await call('PATCH', `/api/users/${id}`, { name: 'Cora' }, 'admin', { 'If-Match': '*' }),
    await call('PUT', `/api/admin/user/${id}/enable`),
    await call('DELETE', `/api/admin/user/${id}/factors`),
    await call('POST', `/api/admin/user/${id}/anonymise`, { email, reason }),
  ];
  for (const { json } of refused) expect(json.code).toBe('A051');
  const access = (await call('GET', `/api/users/${id}/access`)).json.operations;
  expect(access.filter(({ allowed }: any) => !allowed)).toMatchObject([
    { operation: 'update', rule: 'anonymised' },
    { operation: 'restore', rule: 'anonymised' },
  ]);
  await call('POST', '/api/changes/cora-set/undo', {});
  expect((await call('GET', `/api/users/${id}`)).json).toMatchObject({
    organisation: null,
    status: 'disabled',
  });
  expect(
    (await call('DELETE', `/api/users/${id}`, undefined, 'admin', { 'If-Match': '*' })).status,
  ).toBe(200);
});

test('people whose name or address contains that of the person stay unchanged', async () => {
  await api.addUser('ann', 'viewer');
  await api.addUser('joann', 'viewer');
  for (const name of ['ann', 'joann'])
    await api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf(name) } });
  const filter = [emailOf('joann'), emailOf('ann'), `${emailOf('ann')}.uk`].join(',');
  await writeAudit(api.database, {
    action: 'exported',
    actor: api.userId('admin'),
    detail: { filter: new URLSearchParams({ email: filter }).toString() },
  });

  const { json } = await anonymise('ann', sure('ann'));

  expect((await allMailsTo(api, emailOf('joann'))).length).toBe(1);
  const { detail } = (await noted(api)).findLast(({ action }) => action === 'exported')!;
  expect(new URLSearchParams(detail.filter).get('email')).toBe(
    [emailOf('joann'), json.email, `${emailOf('ann')}.uk`].join(','),
  );
});

test('waiting mails to the person are not sent, and no mail reports the anonymisation', async () => {
  await api.addUser('dora', 'viewer');
  await api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf('dora') } });
  const before = await allMailsTo(api);
  await anonymise('dora', sure('dora'));

  const mails = await allMailsTo(api);
  expect(mails).toEqual(before.filter(({ to }) => to !== emailOf('dora')));
});

test('anonymising changes the audit only in the names of the person', async () => {
  await api.addUser('emil', 'viewer');
  const id = api.userId('emil');
  const insert = `insert into backoffice.anonymised (user_id, name, email) values ('${id}', 'Former', 'f@x.invalid')`;
  const change = (set: string) => `update backoffice.audit set ${set}`;
  const run = (...statements: string[]) =>
    api.database.transaction(async (sql) => {
      for (const statement of statements) await sql.query(statement);
      throw new Error('rolled back');
    });

  for (const set of [`actor = null`, `at = now()`, `action = 'signedIn'`, `actor_name = 'Other'`])
    await expect(run(insert, change(set))).rejects.toThrow('takes additions only');
  await expect(run(change(`actor_name = 'Former'`))).rejects.toThrow('takes additions only');
  await expect(run(insert, change(`actor_name = 'Former'`))).rejects.toThrow('rolled back');
});
