import { usualMailTimes } from '../../src/contract/people/threads.ts';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { emailOf, openTestApi, PASSWORD, signIn } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { mailsTo, nextAddress, noted } from '../support/people.ts';

let name: string;
let token: string;
let count = 0;

const source = structuredClone(librarySource);
Object.assign(source.resources.users, {
  // Nobody but admins sees users, themselves included: a profile hangs on no permission.
  permissions: {},
  checks: [{ check: { not: { name: 'Nobody' } }, message: { en: 'is nobody', de: 'ist niemand' } }],
});
Object.assign(source.resources.users.fields, {
  orcid: { type: 'text', pattern: '^\\d{4}-\\d{4}-\\d{4}-\\d{3}[\\dX]$' },
  salary: { type: 'number' },
});
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

beforeEach(async () => {
  name = `self${(count += 1)}`;
  await api.addUser(name, 'viewer');
  token = await api.tokenOf(name);
});

const current = () => api.call('GET', '/api/users/current', { token });
const change = (body: object) => api.call('PUT', '/api/users/current', { token, body });

describe('the own profile', () => {
  it('does not exist for a user who was just removed', async () => {
    expect((await current()).status).toBe(200);
    // Nobody is told, so the session is taken for open a little longer.
    await api.database.query('delete from users where _id = $1', [api.userId(name)]);

    const { status, json } = await current();

    expect([status, json.code]).toEqual([401, 'A003']);
  });

  it('contains what only its owner needs', async () => {
    expect((await current()).json).toEqual({
      _id: api.userId(name),
      name,
      email: emailOf(name),
      organisation: null,
      role: 'viewer',
      status: 'confirmed',
      orcid: null,
      language: null,
      passwordExpiresAt: null,
      theme: null,
      inboxMails: usualMailTimes,
      mailTrouble: null,
    });
  });

  it('can be changed in part, together with the record', async () => {
    const before = (await current()).json;
    await change({ theme: 'dark' });

    const { status, json } = await change({
      name: ' Ada ',
      organisation: 'Institute',
      orcid: '0000-0002-1825-0097',
      language: 'de',
    });

    expect(status).toBe(200);
    expect(json).toEqual({
      ...before,
      name: 'Ada',
      organisation: 'Institute',
      orcid: '0000-0002-1825-0097',
      language: 'de',
      theme: 'dark',
    });
    expect((await current()).json).toEqual(json);
    const record = await api.call('GET', `/api/users/${api.userId(name)}`, { as: 'admin' });
    expect(record.json).toMatchObject({ name: 'Ada', updatedBy: api.userId(name), _version: 2 });
    expect((await noted(api)).at(-1)).toMatchObject({
      action: 'profileChanged',
      actor: api.userId(name),
      detail: { fields: ['name', 'organisation', 'orcid'] },
    });
  });

  it('can be cleared in part', async () => {
    await change({ organisation: 'Institute', language: 'de', theme: 'dark' });

    const { json } = await change({ organisation: null, language: null, theme: null });

    expect(json).toMatchObject({ organisation: null, language: null, theme: null });
  });

  test.each([
    [{ role: 'admin' }, 'role', 'V009'],
    [{ status: 'confirmed' }, 'status', 'V009'],
    [{ email: 'mine@example.org' }, 'email', 'V009'],
    [{ salary: 1_000_000 }, 'salary', 'V009'],
    [{ _id: 'other' }, '_id', 'V009'],
    [{ name: '' }, 'name', 'V001'],
    [{ name: null }, 'name', 'V001'],
    [{ name: { $ne: 1 } }, 'name', 'V002'],
    [{ name: 'Nobody' }, 'name', 'V027'],
    [{ orcid: '1' }, 'orcid', 'V007'],
    [{ language: 'tlh' }, 'language', 'V008'],
    [{ theme: 'pink' }, 'theme', 'V008'],
    [{ password: 'another fine password' }, 'currentPassword', 'V001'],
    [{ currentPassword: PASSWORD }, 'password', 'V001'],
    [{ currentPassword: PASSWORD, password: 'short' }, 'password', 'V004'],
    [{ currentPassword: 'wrong', password: 'another fine password' }, 'currentPassword', 'A015'],
  ])('refuses %j and changes nothing', async (body, path, code) => {
    const { status, json } = await change({ theme: 'dark', ...body });

    expect(status).toBe(422);
    expect(json.problems).toEqual([expect.objectContaining({ path, code })]);
    expect((await current()).json).toMatchObject({ name, role: 'viewer', theme: null });
  });
});

describe('the own password', () => {
  const NEW = 'another fine password';

  it('is changed by its owner: other sessions end, and a mail is sent', async () => {
    const other = (await signIn(api, name, { address: nextAddress() })).json;

    const { status } = await change({ currentPassword: PASSWORD, password: NEW });

    const asked = await api.call('GET', '/api/users/current', { token: other.token });
    const body = { email: emailOf(name), refreshToken: other.refreshToken };
    const refreshed = await api.call('POST', '/api/auth/refresh', { body });
    expect([status, (await current()).status]).toEqual([200, 200]);
    expect([asked.status, refreshed.status]).toEqual([401, 401]);
    expect(await mailsTo(api, emailOf(name))).toMatchObject([
      { kind: 'passwordChanged', data: { address: '127.0.0.1' } },
    ]);
    expect((await noted(api)).at(-1)).toMatchObject({ action: 'passwordChanged' });
    const again = { email: emailOf(name), password: NEW };
    const call = { body: again, address: nextAddress() };
    expect((await api.call('POST', '/api/users/login', call)).status).toBe(200);
  });

  it('cannot be guessed in an open session', async () => {
    const guesses = [];
    for (let time = 1; time <= 6; time += 1)
      guesses.push(await change({ currentPassword: `guess ${time}`, password: NEW }));

    expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(guesses.at(-1)!.headers.get('Retry-After')).toBe('60');
  });
});

describe('the own sessions', () => {
  const sessions = async () =>
    (await api.call('GET', '/api/users/current/sessions', { token })).json.data;
  const open = async (userAgent: string) => {
    const address = nextAddress();
    const headers = { 'User-Agent': userAgent };
    return { address, ...(await signIn(api, name, { address, headers })).json };
  };
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  const EDGE =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0';

  it('are listed with device and place, last used first', async () => {
    const phone = await open(IPHONE);
    await open(EDGE);
    await open(FIREFOX);

    const data = await sessions();

    expect(data.map((each: any) => [each.browser, each.system, each.current])).toEqual([
      ['Firefox', 'Linux', false],
      ['Edge', 'Windows', false],
      ['Safari', 'iPhone', false],
      [null, null, true],
    ]);
    expect(data[2]).toEqual({
      id: expect.any(String),
      browser: 'Safari',
      system: 'iPhone',
      userAgent: IPHONE,
      address: phone.address,
      createdAt: expect.any(String),
      usedAt: expect.any(String),
      expiresAt: expect.any(String),
      current: false,
    });
    expect(JSON.stringify(data)).not.toContain('hash');
  });

  it('end one by one', async () => {
    const phone = await open(IPHONE);
    const [first] = await sessions();

    const { status } = await api.call('DELETE', `/api/users/current/sessions/${first.id}`, {
      token,
    });

    const asked = await api.call('GET', '/api/users/current', { token: phone.token });
    expect([status, asked.status, (await current()).status]).toEqual([204, 401, 200]);
    expect((await noted(api)).at(-1)).toMatchObject({ action: 'sessionEnded' });
  });

  it('end all but this one', async () => {
    const others = [await open(IPHONE), await open(EDGE)];

    const { status } = await api.call('DELETE', '/api/users/current/sessions', { token });

    const asked = others.map((other) =>
      api.call('GET', '/api/users/current', { token: other.token }),
    );
    expect(status).toBe(204);
    expect((await Promise.all(asked)).map((each) => each.status)).toEqual([401, 401]);
    expect(await sessions()).toMatchObject([{ current: true }]);
    expect((await noted(api)).at(-1)).toMatchObject({
      action: 'sessionsEnded',
      detail: { count: 2 },
    });
  });

  it('do not include those of others', async () => {
    await api.addUser(`${name}.other`, 'viewer');
    const other = await api.tokenOf(`${name}.other`);
    const { json } = await api.call('GET', '/api/users/current/sessions', { token: other });

    const foreign = await api.call('DELETE', `/api/users/current/sessions/${json.data[0].id}`, {
      token,
    });
    const none = await api.call('DELETE', '/api/users/current/sessions/none', { token });

    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect((await api.call('GET', '/api/users/current', { token: other })).status).toBe(200);
  });
});
