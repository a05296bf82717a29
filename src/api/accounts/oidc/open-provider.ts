import type { Configuration, CustomFetch, ExportedJWKSCache } from 'openid-client';
import type { Call } from '../../http/call.ts';
import type { OidcProvider } from './provider.ts';

/** Milliseconds for one call to a provider, and the most bytes of its answer. */
const REQUEST_TIMEOUT_MS = 5_000;
const MOST_BYTES = 262_144;
/** Milliseconds for which its metadata are used. */
const FRESH = 60 * 60_000;
/** Seconds by which its clock may differ from ours. */
const TOLERANCE = 30;
/** The library reads the keys again for a token with an unknown one if they are older than this, in seconds. */
const KEYS_REST = 61;

/** The provider did not answer, or not as one should. */
class ProviderDown extends Error {}

/** The metadata at the address name another issuer, so the server does not trust this provider. */
class ForeignIssuer extends ProviderDown {
  told: string;

  constructor(issuer: string, options: ErrorOptions) {
    super(`the metadata name the issuer ${issuer}`, options);
    this.told = issuer;
  }
}

/** It is large, and most installations do without it. */
export const loadClient = () => import('openid-client');

type Metadata = ReturnType<Configuration['serverMetadata']>;
type Known = { at: number; server: Promise<Metadata>; keys?: ExportedJWKSCache };

const entries = new WeakMap<OidcProvider, Known>();

/**
 * The client of a provider. Its metadata are read at the first use and then once an hour, its keys when they are five
 * minutes old, and at once for a token that is signed with an unknown one. Throws `ProviderDown`.
 */
export async function openProvider(provider: OidcProvider): Promise<Configuration> {
  const client = await loadClient();
  const { server, keys } = await findMetadata(provider);
  // Without the list it is Basic (OpenID Connect Discovery, 3). Post has no trouble with special characters.
  const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
  const authenticate = isPosted ? client.ClientSecretPost : client.ClientSecretBasic;
  const { clientId, clientSecret } = provider;
  // A new one each time: the library keeps the keys of an old one, even if they are set later.
  const config = new client.Configuration(
    server,
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: TOLERANCE },
    authenticate(clientSecret),
  );
  config[client.customFetch] = fetchBounded;
  // The signature is checked too, although the token comes over TLS: a proxy between may end it.
  client.enableNonRepudiationChecks(config);
  if (isLocal(provider)) client.allowInsecureRequests(config);
  if (keys) {
    const uat = Math.min(keys.uat, Math.floor(Date.now() / 1000) - KEYS_REST);
    client.setJwksCache(config, { ...keys, uat });
  }
  return config;
}

/** Keeps the keys that a client has read, for the next one. */
export async function saveKeys(provider: OidcProvider, config: Configuration): Promise<void> {
  const keys = (await loadClient()).getJwksCache(config);
  const entry = entries.get(provider);
  if (entry && keys && keys.uat > (entry.keys?.uat ?? 0)) entry.keys = keys;
}

async function findMetadata(provider: OidcProvider) {
  let entry = entries.get(provider);
  if (!entry || Date.now() - entry.at >= FRESH) {
    entry = { at: Date.now(), server: discover(provider) };
    entries.set(provider, entry);
  }
  try {
    return { server: await entry.server, keys: entry.keys };
  } catch (cause) {
    // The next call tries again.
    if (entries.get(provider) === entry) entries.delete(provider);
    const issuer = readForeignIssuer(cause);
    if (issuer !== undefined) throw new ForeignIssuer(issuer, { cause });
    throw new ProviderDown(`no metadata at ${provider.issuer}`, { cause });
  }
}

/** The issuer of metadata that the library has refused because it is not the configured one. */
function readForeignIssuer(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: { body?: { issuer?: unknown } } };
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    ? String(cause?.body?.issuer).slice(0, 500)
    : undefined;
}

async function discover(provider: OidcProvider): Promise<Metadata> {
  const client = await loadClient();
  const { issuer, clientId } = provider;
  const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    execute: isLocal(provider) ? [client.allowInsecureRequests] : [],
    [client.customFetch]: fetchBounded,
  });
  return JSON.parse(JSON.stringify(config.serverMetadata())) as Metadata;
}

/** The environment admits issuers without TLS on this machine only. */
function isLocal({ issuer }: OidcProvider): boolean {
  return issuer.startsWith('http:');
}

/** A call to a provider, which ends in time and whose answer is not too large. */
export const fetchBounded: CustomFetch = async (url, options) => {
  try {
    const response = await fetch(url, {
      ...(options as RequestInit),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429)
      throw new Error(`answered with ${response.status}`);
    const body = await readBounded(response);
    const { status, headers } = response;
    return new Response(body.length > 0 ? body : null, { status, headers });
  } catch (cause) {
    throw new ProviderDown(`no answer of ${new URL(url).origin}`, { cause });
  }
};

async function readBounded({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether a failure is that the provider cannot be used right now. */
export function isDown(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderDown) return true;
  return false;
}

/** The issuer that the metadata name, if it is not the configured one. */
export function foreignIssuerOf(error: unknown): string | undefined {
  return error instanceof ForeignIssuer ? error.told : undefined;
}

/** The provider in the path of a call. */
export function providerOf(call: Call, name = call.params['provider']): OidcProvider | undefined {
  return call.services.oidc?.find((each) => each.name === name);
}

/** Where a provider sends people back to. */
export function redirectUri({ services, request }: Call, { name }: OidcProvider): string {
  return `${services.publicUrl ?? new URL(request.url).origin}/oidc/${name}`;
}
