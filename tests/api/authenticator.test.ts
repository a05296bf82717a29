import { expect, test } from 'vitest';
import { openAuthenticator } from '../../src/api/accounts/authenticator.ts';
import { libraryDescriptor } from '../support/library.ts';

test('the signature of a token is checked once, also when its session is read anew', async () => {
  let now = 0;
  let [checks, readings] = [0, 0];
  const rows = [{ session: { id: 's', isLocked: false, ended: null }, _id: 'u', name: 'Una' }];
  const primaryOrReplica = {
    rows: async () => {
      readings += 1;
      return rows;
    },
  };
  const database = { listen: async () => async () => {}, primaryOrReplica };
  const parts = { database, descriptor: libraryDescriptor, clock: () => now, log: {} };
  const tokens = {
    issue: async () => 'token',
    verify: async () => {
      checks += 1;
      return { sessionId: 's', userId: 'u', expires: 5_000 };
    },
  };
  const authenticator = openAuthenticator(parts as never, tokens);

  for (const at of [0, 500, 2_000, 4_000]) {
    now = at;
    expect(await authenticator.ask('token')).toMatchObject({ sessionId: 's', user: { _id: 'u' } });
  }
  now = 5_000;
  expect(await authenticator.ask('token')).toBeUndefined();

  expect([checks, readings]).toEqual([1, 3]);
  await authenticator.close();
});
