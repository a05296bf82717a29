import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { Provider } from 'oidc-provider';
import type { OidcProvider } from '../../src/api/accounts/oidc/provider.ts';

/** What a person is to a provider; `sub` is the name they sign in with there. */
type Person = Readonly<Record<string, unknown>>;

export type OidcServer = Awaited<ReturnType<typeof openOidcServer>>;

const CLIENT = { client_id: 'backoffice', client_secret: 'a secret of the client, long enough' };

type Options = {
  /** Where our server is. */
  publicUrl: string;
  name?: string;
  people?: Record<string, Person>;
  backchannelLogoutUri?: string;
};

/**
 * A real provider on a port of its own. People sign in with their name alone, on a page with one field. `tamper` changes
 * what its token endpoint answers.
 */
export async function openOidcServer(options: Options) {
  const { publicUrl, name = 'keycloak', people = {} } = options;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  let keys = [await createKey()];
  let provider = createProvider();
  let broken: ((path: string) => boolean) | undefined;
  let tamper: ((answer: any) => any) | undefined;

  function createProvider(): Provider {
    const made = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${publicUrl}/oidc/${name}`],
          post_logout_redirect_uris: [`${publicUrl}/login`],
          ...(options.backchannelLogoutUri && {
            backchannel_logout_uri: options.backchannelLogoutUri,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: { keys },
      // Its own calls nobody on this machine, and our server is there.
      fetch: (url: string, { dispatcher: _, ...init }: any) => fetch(url, init),
      cookies: { keys: ['for the tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups'],
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true, logoutSource: drawSignOut },
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) =>
        people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
      // Users agree to everything.
      loadExistingGrant: async ({ oidc }: any) => {
        const grant = new made.Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
    });
    made.use(async (context, next) => {
      await next();
      if (tamper && context.path === '/token' && context.status === 200)
        context.body = await tamper(context.body);
    });
    return made;
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><title>Provider</title><form method="post"><label>Name <input name="login" autofocus></label><button>Sign in</button><button name="cancel" value="yes">Cancel</button></form>',
      );
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person said no' }
      : { login: { accountId: form.get('login') } };
    await provider.interactionFinished(request, response, result);
  }

  server.on('request', (request, response) => {
    const path = request.url ?? '/';
    if (broken?.(path)) {
      response.statusCode = 503;
      response.end();
      return;
    }
    if (path.startsWith('/interaction/')) void interact(request, response);
    else provider.callback()(request, response);
  });

  return {
    issuer,
    people,
    /** The configuration of this provider for our server. */
    configuration: (changes: Partial<OidcProvider> = {}): OidcProvider => ({
      name,
      issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      label: 'Keycloak',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
      roles: [],
      admit: [],
      trustsEmails: false,
      signsOut: false,
      ...changes,
    }),
    /** Signs in there as a browser would, and returns where the browser is sent back to. */
    authorize: (url: string, login: string, jar: Map<string, string> = new Map()) =>
      authorize(url, { login }, jar),
    refuse: (url: string) => authorize(url, { cancel: 'yes' }, new Map()),
    /** Signs out there; the provider tells its clients. */
    signOut: async (jar: Map<string, string>): Promise<void> => {
      const Cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
      const asked = await fetch(`${issuer}/session/end`, { headers: { Cookie } });
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? '';
      const set = asked.headers.getSetCookie().map((each) => each.split(';')[0]);
      const done = await fetch(`${issuer}/session/end/confirm`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: [Cookie, ...set].join('; ') },
        body: new URLSearchParams({ xsrf, logout: 'yes' }),
      });
      if (done.status >= 400) throw new Error(`${done.status} ${await done.text()}`);
    },
    /** Answers 503 for these paths; without an argument it works again. */
    breakDown: (paths?: (path: string) => boolean) => void (broken = paths),
    tamper: (change?: typeof tamper) => void (tamper = change),
    /** Signs with the current key of the provider, or another. */
    sign: (claims: object, { key = keys[0]!, typ = 'JWT' }: { key?: Key; typ?: string } = {}) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ })
        .sign(key.secret),
    /** From now on it signs with a new key, and knows none of those before. */
    rotateKeys: async () => {
      keys = [await createKey()];
      provider = createProvider();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Its own page loads a font from the Web. */
function drawSignOut(context: { body: string }, form: string): void {
  context.body = `<!doctype html><title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button><button form="op.logoutForm">No, stay signed in</button>`;
}

type Key = JWK & { kid: string; secret: CryptoKey };

/** A key to sign with; the provider gets its JWK. */
export async function createKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const key = { ...jwk, kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
  // Not part of the JSON that the provider copies.
  return Object.defineProperty(key, 'secret', { value: privateKey, enumerable: false }) as Key;
}

async function authorize(
  start: string,
  form: Record<string, string>,
  jar: Map<string, string>,
): Promise<string> {
  const { origin } = new URL(start);
  let url = start;
  for (let steps = 0; steps < 12; steps += 1) {
    if (!url.startsWith(origin)) return url;
    const isForm = new URL(url).pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = response.headers.get('Location');
    if (next === null) throw new Error(`no redirect: ${response.status} ${await response.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('too many redirects');
}
