import { saveToken, spendChallenge } from '../../../store/system/accounts/tokens.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { Call } from '../../http/call.ts';
import { readCookie, toCookie } from '../../http/cookies.ts';
import { type Refusal, refuse } from '../../../services/refusal.ts';
import { ProviderAddress } from '../../../contract/people/identities.ts';
import { seal, unseal } from '../factors/seal.ts';
import { counterOf, networkOf, spendLimits } from '../limits.ts';
import { createSecret } from '../secrets.ts';
import { hashSecret } from '../../http/key-text.ts';
import { foreignIssuerOf, isDown, loadClient, openProvider, redirectUri } from './open-provider.ts';
import type { OidcProvider } from './provider.ts';

/** The visit of a user to a provider. Only the same browser can finish it, and only once. */
export type Pending = {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  /** `connect` and `prove` belong to the session that began them. */
  purpose: 'signIn' | 'connect' | 'prove';
  sessionId?: string | undefined;
  /** The link of a mail, which proves whose account it is. */
  account?: { id: string; token: string } | undefined;
};

const cookieName = '__Host-backoffice-oidc';
const SECONDS = 15 * 60;
const sealedFor = 'sign-in at a provider';

/** Begins a sign-in at a provider: answers its address, and binds the rest to this browser. */
export async function begin(
  call: Call,
  provider: OidcProvider,
  how: Pick<Pending, 'purpose' | 'sessionId' | 'account'>,
): Promise<Reply> {
  const { services } = call;
  const tooOften = await spendLimits(call, counterOf('oidc', networkOf(call)));
  if (tooOften) return tooOften;
  let config;
  try {
    config = await openProvider(provider);
  } catch (error) {
    return refuseDown(call, provider, error);
  }
  const client = await loadClient();
  const pending: Pending = {
    ...how,
    provider: provider.name,
    state: createSecret(32).text,
    nonce: createSecret(32).text,
    verifier: client.randomPKCECodeVerifier(),
  };
  await saveToken(services.database, '', 'oidc', hashSecret(pending.state));
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(call, provider),
    scope: provider.scopes,
    response_type: 'code',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...(how.purpose === 'prove' && { prompt: 'login', max_age: '0' }),
  });
  const sealed = seal(services.secret, Buffer.from(JSON.stringify(pending)), sealedFor);
  return answer(call, 200, ProviderAddress, { url: url.href }, cookieOf(sealed));
}

/** Ends the waiting of this browser, if the response belongs to it. */
export async function takePending(
  call: Call,
  { name, label }: Pick<OidcProvider, 'name' | 'label'>,
  response: string,
  purpose: Pending['purpose'],
): Promise<Pending | Refusal> {
  const refused = refuse(problem('A042', '', { provider: label }));
  const pending = readPending(call);
  const isOurs =
    pending?.provider === name &&
    pending.purpose === purpose &&
    pending.sessionId === (purpose === 'signIn' ? undefined : call.sessionId) &&
    new URLSearchParams(response).get('state') === pending.state;
  if (!isOurs) return refused;
  const { database } = call.services;
  return (await spendChallenge(database, hashSecret(pending.state), 'oidc')) ? pending : refused;
}

function readPending({ request, services }: Call): Pending | undefined {
  const sealed = Buffer.from(readCookie(request, cookieName) ?? '', 'base64url');
  // Shorter ones have no room for the nonce and the tag.
  const plain = sealed.length > 28 ? unseal(services.secret, sealed, sealedFor) : undefined;
  return plain && (JSON.parse(plain.toString()) as Pending);
}

/** `Strict` suffices: the page that the provider sends people back to is ours, and sends it. */
function cookieOf(sealed: Buffer): { 'Set-Cookie': string } {
  return { 'Set-Cookie': toCookie(cookieName, sealed.toString('base64url'), SECONDS) };
}

/** The provider cannot be used: it does not answer, or is not the configured one. The log says why. */
export function refuseDown(
  { requestId, services: { log } }: Call,
  { name, label, issuer: configured }: OidcProvider,
  error: unknown,
): Refusal {
  if (!isDown(error)) throw error;
  const issuer = foreignIssuerOf(error);
  const headers = { 'Retry-After': '30' };
  if (issuer !== undefined) {
    const details = { requestId, provider: name, configured, told: issuer };
    log.error(details, 'the metadata of a provider name another issuer than the configured one');
    return refuse(problem('A053', '', { provider: label }), { headers });
  }
  log.warn({ requestId, provider: name, err: error }, 'the provider does not answer');
  return refuse(problem('A040', '', { provider: label }), { headers });
}
