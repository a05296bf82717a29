import type { TestAnswer, TestApi } from './api.ts';
import type { OidcServer } from './oidc-server.ts';

const NAME = '__Host-backoffice-oidc';

/** A browser that signs in at a provider: it has one cookie of ours. */
export function createOidcBrowser(api: () => TestApi, name = 'keycloak') {
  let cookie = '';
  const jar = new Map<string, string>();
  const headers = () => ({ 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) });
  const learn = (answer: TestAnswer): TestAnswer => {
    const set = answer.headers.getSetCookie().find((each) => each.startsWith(NAME));
    if (set) cookie = set.split(';')[0]!;
    return answer;
  };
  return {
    /** Of the provider, for signing out there. */
    jar,
    get cookie() {
      return cookie;
    },
    call: async (path: string, body: unknown, token?: string) =>
      learn(
        await api().call('POST', path, {
          body,
          headers: headers(),
          ...(token !== undefined && { token }),
        }),
      ),
    start: async (body: object = {}) =>
      learn(await api().call('POST', `/api/oidc/${name}/start`, { body, headers: headers() })),
    /** Newcomers accept the terms, unless they do not. */
    async finish(address: string, { accepts = true } = {}): Promise<TestAnswer> {
      const answer = await api().call('POST', `/api/oidc/${name}/finish`, {
        body: { response: new URL(address).search },
        headers: headers(),
      });
      learn(answer);
      if (answer.json?.code !== 'A054' || !accepts) return answer;
      const { challenge } = answer.json;
      return await this.call('/api/oidc/terms', { challenge, acceptedTerms: true });
    },
    /** All of it: our start, the pages of the provider, our end. */
    async signIn(server: OidcServer, login: string, body: object = {}): Promise<TestAnswer> {
      const started = await this.start(body);
      if (started.status !== 200) return started;
      return await this.finish(await server.authorize(started.json.url, login, jar));
    },
  };
}
