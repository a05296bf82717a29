import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleOf } from '../../../src/api/accounts/oidc/role-of.ts';
import { emailOf, openTestApi, type TestApi } from '../../support/api.ts';
import { firstInstallation } from '../../support/first-installation.ts';
import { createOidcBrowser } from '../../support/oidc-browser.ts';
import { openOidcServer, type OidcServer } from '../../support/oidc-server.ts';

let server: OidcServer;
let api: TestApi;
const descriptor = firstInstallation();

beforeAll(async () => {
  server = await openOidcServer({
    publicUrl: 'http://localhost',
    people: {
      gina: { email: emailOf('gina'), email_verified: true, name: 'Gina', groups: ['editors'] },
      '0000-0002-1825-0097': {
        email: emailOf('josiah'),
        email_verified: true,
        name: 'Josiah',
      },
    },
  });
  const roles = [
    ['editors', 'staff'],
    ['owners', 'admin'],
    ['ghosts', 'nobody-knows-this-role'],
  ] as const;
  const oidc = [server.configuration({ admit: ['*'], roles })];
  api = await openTestApi({ descriptor: () => descriptor, oidc });
});
afterAll(() => Promise.all([api?.close(), server?.close()]));

const signIn = () => createOidcBrowser(() => api).signIn(server, 'gina');

async function signInWith(...groups: string[]): Promise<string> {
  server.people['gina'] = { ...server.people['gina'], groups };
  const { status, json } = await signIn();
  expect(status).toBe(200);
  return json.user.role;
}

test('each sign-in assigns the role of the first group, and removes it with the group', async () => {
  expect(await signInWith('editors')).toBe('staff');
  expect(await signInWith('others', 'owners')).toBe('admin');
  expect(await signInWith('owners', 'editors')).toBe('staff');
  const otherwise = descriptor.resources.get('users')!.fields.get('role')!.default;
  expect(await signInWith()).toBe(otherwise);
  expect(await signInWith('ghosts')).toBe(otherwise);

  const { json } = await api.call('GET', '/api/admin/audit?action=roleChanged', { as: 'admin' });
  expect(json.data[0]).toMatchObject({
    actor: null,
    about: { email: emailOf('gina') },
    detail: { from: 'staff', to: otherwise },
  });
});

test('the last admin stays admin, whatever the groups say', async () => {
  await signInWith('owners');
  await api.database.query(`update "users" set "role" = 'staff' where "email" <> $1`, [
    emailOf('gina'),
  ]);

  expect(await signInWith()).toBe('admin');
  expect(api.log).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'the last admin stays an admin, against the groups',
    }),
  );
  await api.database.query(`update "users" set "role" = 'admin' where "email" = $1`, [
    emailOf('admin'),
  ]);
});

test('a newcomer gets the ORCID iD that the provider sends', async () => {
  const oidc = [server.configuration({ admit: ['*'], fills: 'orcid' })];
  const replica = await api.openReplica({ oidc });
  const { json } = await createOidcBrowser(() => replica).signIn(server, '0000-0002-1825-0097');
  await replica.close();

  const own = await api.call('GET', '/api/users/current', { token: json.token });
  expect(own.json.orcid).toBe('0000-0002-1825-0097');
});

test.each([
  ['a newcomer without a group', [], undefined, 'viewer'],
  ['somebody with a role from elsewhere', [], 'curator', 'curator'],
  ['somebody who has left a group', [], 'staff', 'viewer'],
  ['somebody in a group', ['b'], 'curator', 'admin'],
  ['somebody in the group of a role that has another name now', ['c'], 'curator', 'keeper'],
  ['somebody who has left such a group', [], 'keeper', 'viewer'],
])('decides on the role of %s', (_, groups, current, expected) => {
  const names = ['staff', 'admin', 'viewer', 'curator'];
  const roles = new Map<string, object>(names.map((name) => [name, {}]));
  roles.set('keeper', { was: 'guard' });
  const mapping = [
    ['a', 'staff'],
    ['b', 'admin'],
    ['c', 'guard'],
  ] as const;

  const role = roleOf({ roles: mapping }, groups, { current, otherwise: 'viewer' }, {
    roles,
  } as never);

  expect(role).toBe(expected);
});
