import { afterAll, expect, test } from 'vitest';
import { emailOf, openTestApi, PASSWORD, type TestAnswer } from '../support/api.ts';
import { commonPasswords } from '../support/known-passwords.ts';
import { lastLink, nextAddress, register } from '../support/people.ts';

const api = await openTestApi();
afterAll(() => api.close());

async function useLink(name: string, password: string): Promise<TestAnswer> {
  const body = { ...(await lastLink(api, name)), password };
  return await api.call('POST', '/api/users/resetpassword', { body, address: nextAddress() });
}

const ways: [string, () => Promise<unknown>, (password: string) => Promise<TestAnswer>][] = [
  ['a registration', async () => {}, (password) => register(api, 'newcomer', { password })],
  [
    'a forgotten password',
    () => api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf('viewer') } }),
    (password) => useLink('viewer', password),
  ],
  [
    'the profile',
    () => api.tokenOf('staff'),
    (password) => {
      const body = { currentPassword: PASSWORD, password };
      return api.call('PUT', '/api/users/current', { as: 'staff', body });
    },
  ],
  [
    'an invitation',
    () => {
      const body = { email: emailOf('guest'), role: 'viewer' };
      return api.call('POST', '/api/admin/invite', { as: 'admin', body });
    },
    (password) => useLink('guest', password),
  ],
];

test.each(ways)(
  '%s refuses common passwords and the name of the app',
  async (_, prepare, choose) => {
    await prepare();
    const { title } = api.descriptor.app;

    const taken: string[] = [];
    for (const password of [...commonPasswords, title.padEnd(8, '9'), `${title}42`]) {
      const { json } = await choose(password);
      if (json?.code !== 'V028') taken.push(`${password}: ${json?.code}`);
    }

    expect(taken).toEqual([]);
  },
);
