import { describe, expect, test } from 'vitest';
import { parseEnvironment } from '../../src/hosts/environment.ts';
import { findUnknownRoles, readProviders } from '../../src/hosts/open/sign-in-providers.ts';

const keycloak = {
  PUBLIC_URL: 'https://office.example.org',
  OIDC_KEYCLOAK_ISSUER: 'https://login.example.org/realms/ours',
  OIDC_KEYCLOAK_CLIENT_ID: 'backoffice',
  OIDC_KEYCLOAK_CLIENT_SECRET: 'secret',
};

const problemsOf = (source: Record<string, string>) => {
  const outcome = parseEnvironment(source);
  return 'problems' in outcome ? outcome.problems : [];
};

describe('the providers of the environment', () => {
  test('have defaults for everything except issuer and client', () => {
    const { providers } = readProviders(keycloak);

    expect(providers).toEqual([
      {
        name: 'keycloak',
        issuer: 'https://login.example.org/realms/ours',
        clientId: 'backoffice',
        clientSecret: 'secret',
        label: 'Keycloak',
        scopes: 'openid email profile',
        groupsClaim: 'groups',
        roles: [],
        admit: [],
        trustsEmails: false,
        signsOut: false,
      },
    ]);
  });

  test('can be several, each with its own settings', () => {
    const { providers, problems } = readProviders({
      ...keycloak,
      OIDC_KEYCLOAK_LABEL: 'Example Institute',
      OIDC_KEYCLOAK_ROLES: '/a=b=staff, owners = admin',
      OIDC_KEYCLOAK_ADMIT: '@Example.org, uni.example.org',
      OIDC_KEYCLOAK_TRUST_EMAIL: 'on',
      OIDC_KEYCLOAK_SIGN_OUT: 'on',
      OIDC_ORCID_CLIENT_ID: 'APP-1',
      OIDC_ORCID_CLIENT_SECRET: 'secret',
    });

    expect(problems).toEqual([]);
    expect(providers).toMatchObject([
      {
        label: 'Example Institute',
        roles: [
          ['/a=b', 'staff'],
          ['owners', 'admin'],
        ],
        admit: ['example.org', 'uni.example.org'],
        trustsEmails: true,
        signsOut: true,
      },
      { name: 'orcid', issuer: 'https://orcid.org', scopes: 'openid', fills: 'orcid' },
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['OIDC_KEYCLOAK_ISSUER', { OIDC_KEYCLOAK_ISSUER: 'http://login.example.org' }],
    ['OIDC_KEYCLOAK_ISSUER', { OIDC_KEYCLOAK_ISSUER: 'login.example.org' }],
    ['OIDC_KEYCLOAK_CLIENT_SECRET', { OIDC_KEYCLOAK_CLIENT_SECRET: '' }],
    ['OIDC_KEYCLOAK_SCOPES', { OIDC_KEYCLOAK_SCOPES: 'email' }],
    ['OIDC_KEYCLOAK_ROLES', { OIDC_KEYCLOAK_ROLES: 'editors' }],
    ['OIDC_KEYCLOAK_ADMIT', { OIDC_KEYCLOAK_ADMIT: 'everybody' }],
    ['OIDC_KEYCLOAK_TRUST_EMAIL', { OIDC_KEYCLOAK_TRUST_EMAIL: 'perhaps' }],
    ['OIDC_KEYCLOAK_SIGN_OUT', { OIDC_KEYCLOAK_SIGN_OUT: 'perhaps' }],
    ['OIDC_KEYCLOAK_ROLE', { OIDC_KEYCLOAK_ROLE: 'editors=staff' }],
    ['OIDC_MY_KEYCLOAK_LABEL', { OIDC_MY_KEYCLOAK_LABEL: 'x' }],
    ['PUBLIC_URL', { PUBLIC_URL: '' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://office.example.org' }],
  ])('report %s if it is wrong', (name, wrong) => {
    expect(problemsOf({ ...keycloak, ...wrong }).map(({ path }) => path)).toEqual([name]);
  });

  test('suggest the name of a mistyped setting', () => {
    const [found] = problemsOf({ ...keycloak, OIDC_KEYCLOAK_ROLE: 'editors=staff' });

    expect(found?.hint).toBe('did you mean OIDC_KEYCLOAK_ROLES?');
  });

  test('are required if passwords are turned off', () => {
    const off = { PASSWORD_SIGN_IN: 'off' };

    expect(problemsOf(off).map(({ path }) => path)).toEqual(['OIDC_<NAME>_ISSUER']);
    expect(problemsOf({ ...keycloak, ...off })).toEqual([]);
  });

  test('assign only roles that the descriptor declares', () => {
    const { providers } = readProviders({ ...keycloak, OIDC_KEYCLOAK_ROLES: 'editors=staf' });

    expect(findUnknownRoles(providers, new Map([['staff', {}]]))).toEqual([
      'OIDC_KEYCLOAK_ROLES names the role staf, which resources.json does not declare; did you mean staff?',
    ]);
    expect(findUnknownRoles(providers, new Map([['helper', { was: 'staf' }]]))).toEqual([
      'OIDC_KEYCLOAK_ROLES names the role staf, which is helper now; write helper there',
    ]);
  });
});
