import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeKey } from '../support/api-keys.ts';
import { emailOf, openTestApi, signIn, type TestAnswer, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api.close());

const guess = (): Promise<TestAnswer> =>
  api.call('POST', '/api/users/login', { body: { email: emailOf('staff'), password: 'a guess' } });

/** `"key";r=2;t=17` as names and numbers. */
function parse(field: string | null): Record<string, Record<string, number>> {
  const items = (field ?? '').split(', ').map((item) => {
    const [, name = '', parameters = ''] = /^"(\w+)"((?:;\w+=\d+)+)$/.exec(item) ?? [];
    const pairs = parameters
      .split(';')
      .slice(1)
      .map((pair) => pair.split('='));
    return [name, Object.fromEntries(pairs.map(([key, value]) => [key, Number(value)]))];
  });
  return Object.fromEntries(items);
}

test('each response to a key states its budget, the rest and the time of the reset', async () => {
  const { token } = await makeKey(api, 'staff', { books: { operations: ['list'] } }, { rate: 2 });
  const call = (path: string) => api.call('GET', path, { token });

  const answers = [await call('/api/books'), await call('/api/nothing'), await call('/api/books')];
  const refused = [await call('/api/authors'), await call('/api/books')].at(-1)!;

  expect(answers[0]?.headers.get('RateLimit-Policy')).toBe('"key";q=2;w=60');
  const { key } = parse(answers[0]!.headers.get('RateLimit'));
  expect(key?.['r']).toBe(1);
  expect(key?.['t']).toBeGreaterThanOrEqual(1);
  expect(key?.['t']).toBeLessThanOrEqual(60);
  expect(refused.status).toBe(429);
  const left = parse(refused.headers.get('RateLimit'))['key'];
  expect(left).toEqual({ r: 0, t: Number(refused.headers.get('Retry-After')) });
});

test('each sign-in states how many attempts are left for the network and the account', async () => {
  const first = await guess();
  for (let time = 2; time <= 4; time += 1) await guess();
  const last = await guess();
  const refused = await guess();

  expect(first.headers.get('RateLimit-Policy')).toBe(
    '"login";q=20;w=60, "loginAccount";q=5;w=3600',
  );
  expect(first.headers.get('RateLimit')).toBe('"login";r=19;t=60, "loginAccount";r=4;t=3600');
  expect(parse(last.headers.get('RateLimit'))['loginAccount']).toEqual({ r: 0, t: 60 });
  expect(refused.status).toBe(429);
  const { loginAccount } = parse(refused.headers.get('RateLimit'));
  expect(loginAccount).toEqual({ r: 0, t: Number(refused.headers.get('Retry-After')) });
});

test('signed-in users have no such limit and header', async () => {
  const { json } = await signIn(api, 'staff');

  const { headers } = await api.call('GET', '/api/books', { token: json.token });

  expect([headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([null, null]);
});

test('requesting a link does not reveal whether others have requested one for the address', async () => {
  const ask = (email: string) => api.call('POST', '/api/users/forgotpassword', { body: { email } });
  for (let time = 1; time <= 4; time += 1) await ask(emailOf('staff'));

  const answers = [await ask(emailOf('staff')), await ask(emailOf('viewer'))];

  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  for (const { headers } of answers) expect(headers.get('RateLimit')).toBeNull();
});
