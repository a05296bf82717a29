import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../src/api/accounts/password-hash.ts';
import { writeAudit } from '../../src/store/system/audit/write-audit.ts';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import {
  emailOf,
  openTestApi,
  PASSWORD,
  signIn,
  type TestAnswer,
  type TestApi,
} from '../support/api.ts';
import { mailsTo, noted } from '../support/people.ts';

let api: TestApi;

beforeEach(async () => {
  api = await openTestApi();
});
afterEach(() => api.close());

function guess(name: string, address: string): Promise<TestAnswer> {
  const body = { email: emailOf(name), password: 'a guess' };
  return api.call('POST', '/api/users/login', { body, address });
}

/** Five wrong passwords from each of so many networks; what they were answered, in order. */
async function guessFrom(name: string, networks: number): Promise<number[]> {
  const hosts = Array.from({ length: networks }, (_, at) => `198.51.100.${at}`);
  const statuses: number[] = [];
  for (let time = 1; time <= 5; time += 1) {
    const answers = await Promise.all(hosts.map((host) => guess(name, host)));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses.toSorted((left, right) => left - right);
}

/** So many wrong passwords lie behind an account. */
async function failed(name: string, times: number): Promise<void> {
  await api.database.query(
    `insert into backoffice.failed_sign_ins values (sha256(convert_to($1, 'UTF8')), $2)`,
    [emailOf(name), times],
  );
}

it('an account does not lock a new browser out after a few mistakes elsewhere', async () => {
  await failed('staff', 99);

  expect((await signIn(api, 'staff', { address: '192.0.2.7' })).status).toBe(200);
});

it('at most a hundred wrong passwords in a row are checked, from any number of networks', async () => {
  const statuses = await guessFrom('staff', 21);

  expect(statuses.slice(0, 100)).toEqual(Array(100).fill(401));
  expect(statuses.slice(100)).toEqual(Array(5).fill(429));
  const right = await signIn(api, 'staff', { address: '192.0.2.7' });
  expect([right.status, right.json.code]).toEqual([429, 'A018']);
  expect((await signIn(api, 'viewer', { address: '192.0.2.7' })).status).toBe(200);
});

it('an unknown address gets the same answer', async () => {
  await failed('staff', 99);
  await failed('nobody', 99);
  for (const name of ['staff', 'nobody']) expect((await guess(name, '192.0.2.6')).status).toBe(401);

  const [known, unknown] = [await guess('staff', '192.0.2.7'), await guess('nobody', '192.0.2.7')];

  expect([unknown.status, unknown.json.code]).toEqual([429, 'A018']);
  expect(known.json.detail).toBe(unknown.json.detail);
});

it('mistakes in a row count: the right password resets the count, also from elsewhere', async () => {
  await failed('staff', 99);
  await signIn(api, 'staff', { address: '192.0.2.7' });

  expect((await guess('staff', '192.0.2.8')).status).toBe(401);
  expect((await guess('staff', '192.0.2.9')).status).toBe(401);
});

it('a browser that has signed in before is admitted, whatever others tried', async () => {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' };
  const before = await signIn(api, 'staff', { address: '192.0.2.7', headers });
  const cookies = before.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  await failed('staff', 100);

  const known = await signIn(api, 'staff', {
    address: '192.0.2.8',
    headers: { ...headers, Cookie: cookies.join('; ') },
  });

  expect(known.status).toBe(200);
  expect((await signIn(api, 'staff', { address: '192.0.2.8' })).json.code).toBe('A018');
});

it('an account opens everywhere again after the password has changed', async () => {
  await failed('staff', 100);
  await setPassword(api.database, api.userId('staff'), await hashPassword(PASSWORD));

  expect((await signIn(api, 'staff', { address: '192.0.2.7' })).status).toBe(200);
});

it.each([
  ['staff', ['admin', 'dev']],
  ['admin', ['dev']],
])(
  'the owner and the other admins are notified once, and it is recorded: %s',
  async (owner, others) => {
    await failed(owner, 98);
    for (let host = 1; host <= 4; host += 1) await guess(owner, `192.0.2.${host}`);

    const mails = await mailsTo(api);
    expect(mails.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
      ...others.map((name) => `manyFailedSignIns ${emailOf(name)}`),
      `signInStopped ${emailOf(owner)}`,
    ]);
    expect(mails.at(-1)!.data).toMatchObject({ count: 100, name: owner, email: emailOf(owner) });
    const stops = (await noted(api)).filter(({ action }) => action === 'signInStopped');
    expect(stops).toMatchObject([{ record: api.userId(owner), detail: { count: 100 } }]);
  },
);

it('each failure is recorded with its reason, without a warning about a password from before it changed', async () => {
  await api.addUser('waiting', 'viewer', 'pending');
  const causes = async (name: string) => {
    const path = `/api/admin/user/${api.userId(name)}/sessions`;
    const { json } = await api.call('GET', path, { as: 'admin' });
    return json.failedSignIns.map(({ cause }: { cause: string }) => cause);
  };
  const body = { email: emailOf('waiting'), password: PASSWORD };
  await api.call('POST', '/api/users/login', { body });
  const unlock = { body: { password: 'wrong' }, as: 'dev' };
  await api.call('POST', '/api/users/current/unlock', unlock);
  const ofDev = { resource: 'users', record: api.userId('dev'), detail: { by: 'recoveryCode' } };
  await writeAudit(api.database, { action: 'signInFailed', actor: null, ...ofDev });

  expect(await causes('waiting')).toEqual(['closed']);
  expect(await causes('dev')).toEqual(['factor', 'password']);
});

it('the owner sees the last failed attempts', async () => {
  await guess('staff', '192.0.2.1');
  await guess('staff', '192.0.2.2');
  await guess('viewer', '192.0.2.3');

  const { json } = await api.call('GET', '/api/users/current/sessions', { as: 'staff' });

  expect(json.failedSignIns).toEqual([
    { at: expect.any(String), address: '192.0.2.2', cause: 'password' },
    { at: expect.any(String), address: '192.0.2.1', cause: 'password' },
  ]);
});
