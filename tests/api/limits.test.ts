import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addressPrefix } from '../../src/api/http/client-address.ts';
import { emailOf, openTestApi, PASSWORD, signIn, type TestAnswer } from '../support/api.ts';
import { allMailsTo, register } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

/** As if all that was tried so far had been long ago. */
const forgetAll = () => api.database.query('delete from backoffice.attempts');
beforeEach(forgetAll);

const HOME = '192.0.2.1';

/** What can be tried by anybody, and how often from one network. */
const open: [string, number, string, (nth: number) => object][] = [
  [
    'registering',
    20,
    '/api/users/',
    (nth) => ({
      name: 'x',
      email: emailOf(`new${nth}`),
      organisation: 'x',
      password: PASSWORD,
      acceptedTerms: true,
    }),
  ],
  [
    'context for a new password',
    100,
    '/api/users/forgotpassword',
    (nth) => ({ email: emailOf(`x${nth}`) }),
  ],
  [
    'guessing links',
    10,
    '/api/users/resetpassword',
    (nth) => ({ id: 'x', token: `guess${nth}`, password: PASSWORD }),
  ],
  [
    'guessing links that prove an address',
    10,
    '/api/users/proveemail',
    (nth) => ({ id: 'x', token: `guess${nth}` }),
  ],
  [
    'guessing refresh tokens',
    120,
    '/api/auth/refresh',
    (nth) => ({ email: emailOf('staff'), refreshToken: `guess${nth}` }),
  ],
];

const statuses = (answers: TestAnswer[]): number[] => answers.map(({ status }) => status);

describe.each(open)('%s', (_, most, path, toBody) => {
  const attempt = (nth: number, call: object = {}): Promise<TestAnswer> =>
    api.call('POST', path, { body: toBody(nth), address: HOME, ...call });

  it(`is accepted ${most} times of two hundred at once`, async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (__, nth) => attempt(nth)));

    const refused = answers.filter(({ status }) => status === 429);
    // On a busy machine some wait too long for a connection, and are not let through either.
    const busy = answers.filter(({ status }) => status === 503);
    const allowed = 200 - refused.length - busy.length;
    // A few more where two hundred take longer than the pause.
    expect(allowed).toBeLessThanOrEqual(most + 5);
    expect(allowed).toBeGreaterThan(0);
    expect(refused[0]!.json.code).toBe('A010');
    expect(Number(refused[0]!.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('is counted for all addresses of an IPv6 network, and for no other', async () => {
    await exhaust('2001:db8:1:2::1');

    expect((await attempt(201, { address: '2001:db8:1:2:ffff::9' })).status).toBe(429);
    expect((await attempt(202, { address: '2001:db8:1:3::1' })).status).not.toBe(429);
  });

  it('is not reset by another spelling, header or field', async () => {
    await exhaust(HOME);

    const spellings = [
      path.toUpperCase(),
      `/${path}`,
      path.replace('/users', '//users').replace('/auth', '//auth'),
      path.replace(/\/(\w+\/?)$/, '%2F$1'),
      `${path}/`,
      `${path};x=1`,
      `/x/..${path}`.replace('/x/..', '/api/..'),
    ];
    const answers = await Promise.all(
      spellings.map((each) => api.call('POST', each, { body: toBody(201), address: HOME })),
    );
    for (const { status } of answers) expect([404, 405, 429]).toContain(status);
    const forged = {
      'X-Forwarded-For': '203.0.113.9',
      'X-Real-IP': '203.0.113.9',
      Forwarded: 'for=1.1.1.1',
    };
    expect((await attempt(202, { headers: forged })).status).toBe(429);
    // Never looked at, so never counted under a name of its own.
    const body = { ...toBody(203), account: 'other', username: 'other' };
    expect([422, 429]).toContain((await attempt(0, { body })).status);
  });

  it('is counted across all servers', async () => {
    const replica = await api.openReplica();
    await exhaust(HOME);

    const answer = await replica.call('POST', path, { body: toBody(201), address: HOME });

    expect(answer.status).toBe(429);
    await replica.close();
  });

  /** As if it had been tried as often as it may be: what that does is tested by trying it. */
  async function exhaust(address: string): Promise<void> {
    await attempt(0, { address });
    await api.database.query(
      `update backoffice.attempts set count = 1000, free_at = now() + interval '1 minute'`,
    );
  }
});

test.each([
  ['2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::6:5:4:3:2', '2001:db8:0:6::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['unix', 'unix'],
])('%s is counted as %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix);
});

it('refused attempts write nothing', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, nth) => register(api, `flood${nth}`, {}, { address: HOME })),
  );

  const { rowCount } = await api.database.query(`select 1 from users where name like 'flood%'`);
  expect(rowCount).toBeLessThanOrEqual(20);
  // One to each of them; admins are told of many together.
  const asked = (await allMailsTo(api)).filter(({ to }) => to.startsWith('flood'));
  expect(asked).toHaveLength(rowCount!);
});

it('invalid bodies do not count as attempts', async () => {
  for (let time = 1; time <= 30; time += 1)
    await register(api, 'x', { password: 'short' }, { address: HOME });

  expect((await register(api, 'x', {}, { address: HOME })).status).toBe(201);
});

describe('a browser that has signed in before', () => {
  const browser = { 'Sec-Fetch-Site': 'same-origin' };
  const cookieFrom = ({ headers }: TestAnswer): string =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('__Host-backoffice-device='))!
      .split(';')[0]!;
  const enter = (name: string, cookie: string, password = PASSWORD): Promise<TestAnswer> =>
    api.call('POST', '/api/users/login', {
      body: { email: emailOf(name), password },
      headers: { ...browser, Cookie: cookie },
      address: HOME,
    });
  const attack = (name: string) =>
    Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        api.call('POST', '/api/users/login', {
          body: { email: emailOf(name), password: `guess ${nth}` },
          address: HOME,
        }),
      ),
    );

  it('signs in while somebody else tries passwords from the same network', async () => {
    const cookie = cookieFrom(await signIn(api, 'staff', { headers: browser, address: HOME }));
    await attack('staff');

    const stranger = await signIn(api, 'staff', { address: HOME });
    const known = await enter('staff', cookie);

    expect([stranger.status, known.status]).toEqual([429, 200]);
  });

  it('is delayed by its own mistakes', async () => {
    const cookie = cookieFrom(await signIn(api, 'staff', { headers: browser, address: HOME }));
    const answers = [];
    for (let time = 1; time <= 6; time += 1) answers.push(await enter('staff', cookie, 'wrong'));

    expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429]);
    // By themselves: others there are not held up by it.
    expect((await signIn(api, 'staff', { address: HOME })).status).toBe(200);
  });

  it('is known only for the accounts it signed in to', async () => {
    const first = cookieFrom(await signIn(api, 'viewer', { headers: browser, address: HOME }));
    const both = cookieFrom(await enter('staff', first));
    for (const name of ['staff', 'admin']) {
      await attack(name);
      await api.database.query('delete from backoffice.attempts where key = $1', [`login ${HOME}`]);
    }

    expect((await enter('staff', both)).status).toBe(200);
    expect((await enter('admin', both)).status).toBe(429);
  });

  test.each([
    ['made up', () => `${'x'.repeat(22)}.${'y'.repeat(22)}`],
    ['cut short', (value: string) => value.slice(0, -1)],
    ['with another number', (value: string) => `${'x'.repeat(22)}${value.slice(22)}`],
    ['empty', () => ''],
    ['endless', (value: string) => value + `.${value.slice(0, 22)}`.repeat(300)],
  ])('is not known by a cookie that is %s', async (_, forge) => {
    const cookie = cookieFrom(await signIn(api, 'staff', { headers: browser, address: HOME }));
    const [name, value = ''] = cookie.split('=');
    await attack('staff');

    expect((await enter('staff', `${name}=${forge(value)}`)).status).toBe(429);
  });
});
