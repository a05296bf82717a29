import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordGate } from '../../src/api/accounts/password-hash.ts';
import { emailOf, openTestApi, PASSWORD, type TestApi } from '../support/api.ts';
import { lastLink, nextAddress } from '../support/people.ts';

const api = await openTestApi({ publicUrl: 'https://office.example.org' });
afterAll(() => api.close());

/** Takes every place where a password is hashed, and every place in the queue before it. */
async function fillGate(): Promise<() => Promise<void>> {
  const leave = Promise.withResolvers<void>();
  const held: Promise<unknown>[] = [];
  for (;;) {
    const place = passwordGate(() => leave.promise);
    const isFull = await Promise.race([place.then((found) => found === undefined), free()]);
    if (isFull) break;
    held.push(place);
  }
  return async () => {
    leave.resolve();
    await Promise.all(held);
  };
}

const free = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));

describe('while the server hashes as many passwords as it can', () => {
  const NEW = 'another fine password';
  let link: { id: string; token: string };
  beforeEach(async () => {
    const body = { email: emailOf('viewer') };
    await api.call('POST', '/api/users/forgotpassword', { body, address: nextAddress() });
    link = await lastLink(api, 'viewer');
    await api.call('GET', '/api/users/current', { as: 'staff' });
  });

  const registration = { name: 'Carl', email: 'carl@example.org', organisation: 'Institute' };
  test.each<[string, () => Parameters<TestApi['call']>]>([
    [
      'a sign-in',
      () => [
        'POST',
        '/api/users/login',
        { body: { email: emailOf('viewer'), password: PASSWORD }, address: nextAddress() },
      ],
    ],
    [
      'a reset',
      () => [
        'POST',
        '/api/users/resetpassword',
        { body: { ...link, password: NEW }, address: nextAddress() },
      ],
    ],
    [
      'a registration',
      () => [
        'POST',
        '/api/users',
        { body: { ...registration, password: NEW, acceptedTerms: true }, address: nextAddress() },
      ],
    ],
    [
      'a change of the own password',
      () => [
        'PUT',
        '/api/users/current',
        { as: 'staff', body: { currentPassword: PASSWORD, password: NEW } },
      ],
    ],
  ])('%s is rejected with 503 and works when tried again', async (_, call) => {
    const leave = await fillGate();
    const busy = await api.call(...call());
    await leave();
    // What was not checked is no wrong password.
    const { rowCount } = await api.database.query(
      'select 1 from backoffice.failed_sign_ins where count > 0',
    );
    const again = await api.call(...call());

    expect([busy.status, busy.json.code, busy.headers.get('Retry-After')]).toEqual([
      503,
      'S005',
      '2',
    ]);
    expect(again.status).toBeLessThan(300);
    expect(rowCount).toBe(0);
  });
});
