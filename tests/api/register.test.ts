import { afterAll, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { emailOf, openTestApi, signIn } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { act, mailsTo, nextAddress, noted, register } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

describe('registering', () => {
  it('creates a pending user with the lowest role, and notifies every admin', async () => {
    const { status, json } = await register(api, 'ada', { language: 'de' });

    expect(status).toBe(201);
    expect(json).toEqual({
      _id: expect.any(String),
      name: 'ada',
      email: emailOf('ada'),
      organisation: 'Institute',
      role: 'viewer',
      status: 'pending',
    });
    const told = (await mailsTo(api)).filter(({ data }) => data.email === emailOf('ada'));
    expect(told.map(({ kind, to }) => [kind, to])).toEqual([
      ['registrationReceived', emailOf('admin')],
      ['registrationReceived', emailOf('dev')],
    ]);
    expect((await noted(api)).at(-1)).toMatchObject({ action: 'registered', record: json._id });
  });

  it('accepts users of other languages, and writes to them in the first of the app', async () => {
    const { status, json } = await register(api, 'worf', { language: 'tlh' });
    await act(api, 'admin', json._id, 'confirm');

    expect(status).toBe(201);
    expect(await mailsTo(api, emailOf('worf'))).toMatchObject([
      { kind: 'approved', language: 'en' },
    ]);
  });

  it.each([
    ['fr, de-AT;q=0.8, en;q=0.5', 'de'],
    ['fr', 'en'],
  ])('writes in the language that a caller accepts: %s', async (accepted, language) => {
    const name = `reader-${language}`;
    const headers = { 'Accept-Language': accepted };
    const { json } = await register(api, name, {}, { headers });
    await act(api, 'admin', json._id, 'confirm');

    expect(await mailsTo(api, emailOf(name))).toMatchObject([{ kind: 'approved', language }]);
  });

  it('accepts an organisation even if the app does not ask for it', async () => {
    const source = structuredClone(librarySource);
    Reflect.deleteProperty(source.resources.users.fields, 'organisation');
    Object.assign(source.resources.users.fields.name, { unique: true });
    const descriptor = toDescriptor(source);
    const plain = await openTestApi({ descriptor: () => descriptor });

    const { status, json } = await register(plain, 'paula', { organisation: 'Institute' });

    // Another value than the address may be known to be taken.
    const same = await register(plain, 'other', { name: 'paula' });
    await plain.close();
    expect([same.status, same.json.problems[0]]).toMatchObject([409, { path: 'name' }]);
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'paula', organisation: null });
  });

  it('returns a token without rights until the user is confirmed', async () => {
    const { headers, json } = await register(api, 'berta');
    const token = headers.get('X-Auth-Token')!;
    const ask = () => api.call('GET', '/api/users/current', { token });
    const before = await ask();

    await act(api, 'admin', json._id, 'confirm');

    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(before.status).toBe(401);
    expect((await ask()).status).toBe(200);
  });

  it('works the same without the slash and without a token', async () => {
    const body = {
      name: 'carl',
      email: emailOf('carl'),
      organisation: 'Institute',
      password: 'a fine new password',
      acceptedTerms: true,
    };
    const bare = await api.call('POST', '/api/users', { body, address: nextAddress() });
    const asViewer = await api.call('POST', '/api/users', { body, as: 'viewer' });
    const asAdmin = await api.call('POST', '/api/users', { body, as: 'admin' });
    const withStale = await api.call('POST', '/api/users', { body, token: 'stale' });

    expect([bare.status, bare.json.status]).toEqual([201, 'pending']);
    expect(bare.headers.get('X-Auth-Token')).not.toBeNull();
    expect(asViewer.status).toBe(403);
    // An admin makes a record, and a record has no password.
    expect(asAdmin.status).toBe(422);
    expect(withStale.status).toBe(401);
  });

  it('ignores a token at the path with the slash', async () => {
    expect((await register(api, 'dora', {}, { token: 'stale' })).status).toBe(201);
  });

  it('does not sign in unconfirmed users, and gives the reason if the password is right', async () => {
    await register(api, 'emil');

    const right = await signIn(api, 'emil', { address: nextAddress() });

    expect([right.status, right.json.code]).toEqual([403, 'A004']);
  });

  test.each([
    [{ name: '' }, 'name', 'V001'],
    [{ name: undefined }, 'name', 'V001'],
    [{ name: ['x'] }, 'name', 'V002'],
    [{ email: 'not an address' }, 'email', 'V011'],
    [{ email: ['a@example.org', 'b@example.org'] }, 'email', 'V002'],
    [{ email: { $ne: '' } }, 'email', 'V002'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'email', 'V011'],
    [{ email: 'a@example.org, b@example.org' }, 'email', 'V011'],
    [{ email: '"a@evil.org x"@example.org' }, 'email', 'V011'],
    [{ email: 'ädä@example.org' }, 'email', 'V011'],
    [{ organisation: undefined }, 'organisation', 'V001'],
    [{ password: 'short' }, 'password', 'V004'],
    [{ password: 'x'.repeat(257) }, 'password', 'V003'],
    [{ password: 'password123' }, 'password', 'V028'],
    [{ password: 'Zoe@Example.org', email: 'zoe@example.org' }, 'password', 'V028'],
    [{ acceptedTerms: false }, 'acceptedTerms', 'V001'],
    [{ acceptedTerms: 'yes' }, 'acceptedTerms', 'V002'],
    // What the installation decides is refused, not ignored.
    [{ role: 'admin' }, 'role', 'V009'],
    [{ status: 'confirmed' }, 'status', 'V009'],
    [{ _id: 'mine' }, '_id', 'V009'],
    [{ createdBy: 'me' }, 'createdBy', 'V009'],
    [{ lastLoginAt: '2026-01-01T00:00:00Z' }, 'lastLoginAt', 'V009'],
    [{ password_hash: 'x' }, 'password_hash', 'V009'],
  ])('refuses %j', async (changes, path, code) => {
    const { status, json } = await register(api, 'faulty', changes);

    expect(status).toBe(422);
    expect(json.problems).toEqual([expect.objectContaining({ path, code })]);
  });

  it('refuses a key that could be followed to the prototype', async () => {
    const body = `{"name":"x","email":"x@example.org","__proto__":{"role":"admin"}}`;
    const { status, json } = await api.call('POST', '/api/users/', { body });

    expect([status, json.code]).toEqual([400, 'V020']);
  });

  it('reports all problems at once', async () => {
    const { json } = await register(api, 'x', { email: 'none', password: 'short' });

    expect(json.problems.map(({ path }: { path: string }) => path)).toEqual(['email', 'password']);
  });
});

describe('an address that has an account', () => {
  it('gets the same answer as any other, and its owner gets a mail', async () => {
    const fresh = await register(api, 'greta');
    const again = await register(api, 'staff', { name: 'Somebody', language: 'en' });

    expect(again.status).toBe(201);
    expect(again.json).toEqual({
      ...fresh.json,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Somebody',
      email: emailOf('staff'),
    });
    expect([...again.headers.keys()]).toEqual([...fresh.headers.keys()]);
    const token = again.headers.get('X-Auth-Token')!;
    const answers = [token, fresh.headers.get('X-Auth-Token')!].map((each) =>
      api.call('GET', '/api/users/current', { token: each }),
    );
    const [known, unknown] = await Promise.all(answers);
    expect({ ...known!.json, requestId: '' }).toEqual({ ...unknown!.json, requestId: '' });
    expect((await mailsTo(api, emailOf('staff'))).map(({ kind, data }) => [kind, data])).toEqual([
      ['alreadyRegistered', { status: 'confirmed' }],
    ]);
  });

  it('keeps its account and password', async () => {
    await register(api, 'viewer', { name: 'Thief', password: 'the thief has this one' });

    const { json } = await signIn(api, 'viewer', { address: nextAddress() });

    expect(json.user).toMatchObject({ name: 'viewer', status: 'confirmed' });
  });

  test.each([' STAFF@Example.ORG ', 'Staff@example.org'])(
    'is the same in any spelling: %j',
    async (email) => {
      const before = await api.database.query('select 1 from users');

      expect((await register(api, 'x', { email })).status).toBe(201);

      expect((await api.database.query('select 1 from users')).rowCount).toBe(before.rowCount);
    },
  );

  test.each([
    'ſtaff@example.org',
    'staﬀ@example.org',
    'ｓtaff@example.org',
    'stаff@example.org',
    '\u212Aurt@example.org',
  ])('differs from a look-alike in other letters: %s', async (email) => {
    const { status, json } = await register(api, 'x', { email });

    expect([status, json.problems[0].path]).toEqual([422, 'email']);
  });

  it('is mailed three times at most', async () => {
    await api.addUser('hugo', 'viewer');
    for (let time = 1; time <= 5; time += 1) await register(api, 'hugo');

    expect(await mailsTo(api, emailOf('hugo'))).toHaveLength(3);
  });

  it('becomes one account when two people register it at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => register(api, 'ida', { name: `Ida ${at}` })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const { rowCount } = await api.database.query('select 1 from users where email = $1', [
      emailOf('ida'),
    ]);
    expect(rowCount).toBe(1);
  });
});
