import { createSecret } from '../../src/api/accounts/secrets.ts';
import { saveToken } from '../../src/store/system/accounts/tokens.ts';
import { emailOf, PASSWORD, signIn } from '../support/api.ts';
import { createOidcBrowser } from '../support/oidc-browser.ts';
import type { OidcServer } from '../support/oidc-server.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** The people whom the provider of `callOidc` knows. */
export const oidcPeople = {
  olga: { email: emailOf('olga'), email_verified: true, name: 'Olga' },
  otto: { name: 'Otto' },
  newa: { email: emailOf('newa'), email_verified: true, name: 'Newa' },
};

/** Signs in at a provider, connects it in all ways, and takes it away. */
export async function callOidc({ api }: OpenWorld, server: OidcServer): Promise<void> {
  const own = '/api/users/current/identities';
  const provider = 'keycloak';
  const browser = createOidcBrowser(() => api);
  await api.addUser('olga', 'staff');
  await api.call('GET', '/api/sign-in');
  const { challenge } = (await browser.signIn(server, 'olga')).json;
  const { token } = (await browser.call('/api/oidc/link', { challenge, password: PASSWORD })).json;
  await browser.signIn(server, 'olga');

  const newcomer = (await createOidcBrowser(() => api).signIn(server, 'newa')).json;
  await api.call('POST', '/api/users/logout', { token: newcomer.token });

  const again = (await browser.call('/api/users/current/proof/provider/start', { provider }, token))
    .json;
  const response = new URL(await server.authorize(again.url, 'olga')).search;
  await browser.call('/api/users/current/proof/provider', { provider, response }, token);

  const started = (await browser.call(`${own}/start`, { provider }, token)).json;
  const told = new URL(await server.authorize(started.url, 'otto')).search;
  await browser.call(own, { provider, response: told }, token);
  const [identity] = (await api.call('GET', own, { token })).json.data;
  await api.call('DELETE', `${own}/${identity.id}`, { token });

  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: server.issuer, aud: 'backoffice', sub: 'nobody', iat: now, jti: 'once' };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  await api.call('POST', '/api/oidc/keycloak/backchannel-logout', {
    body: new URLSearchParams({
      logout_token: await server.sign({ ...claims, events }),
    }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

  await api.call('POST', '/api/oidc/nobody/backchannel-logout');

  const { _id } = (await signIn(api, 'olga')).json.user;
  const { text, hash } = createSecret(32);
  await saveToken(api.database, _id, 'signIn', hash);
  await api.call('POST', '/api/users/login/link', { body: { id: _id, token: text } });
}
