import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import type { Call } from '../../http/call.ts';
import { type Refusal, refuse } from '../../../services/refusal.ts';
import { saveKeys, isDown, loadClient, openProvider, redirectUri } from './open-provider.ts';
import { refuseDown, type Pending } from './pending.ts';
import type { OidcProvider } from './provider.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** The query string of the address to which the provider has sent the browser. */
export const responseText = z
  .string()
  .min(1)
  .max(8_000)
  .describe('The query string with which the provider has sent the browser back.');

/** What a provider says about a user. */
export type Claims = {
  issuer: string;
  subject: string;
  /** The session at the provider, if it has a name. */
  session: string | null;
  /** Only if it is verified. */
  email: string | null;
  name: string | null;
  groups: readonly string[];
};

/** Seconds since the user signed in at the provider that count as a proof of now. */
const JUST_NOW = 5 * 60;
/** A user has more groups than this only by mistake. */
const MOST_GROUPS = 1_000;

/**
 * Exchanges the response of a provider for what it says about the user. The library checks state, nonce, PKCE, the
 * issuer of the response, and issuer, audience, time and signature of the ID token.
 */
export async function readResponse(
  call: Call,
  provider: OidcProvider,
  response: string,
  pending: Pending,
): Promise<Claims | Refusal> {
  const client = await loadClient();
  try {
    const config = await openProvider(provider);
    const url = new URL(redirectUri(call, provider));
    url.search = response;
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
      ...(pending.purpose === 'prove' && { maxAge: JUST_NOW }),
    });
    await saveKeys(provider, config);
    const claims = { ...requireValue(tokens.claims(), 'ID token') };
    const more = await readMore(config, provider, tokens.access_token, claims);
    // The ID token is signed, so its claims come first.
    return toClaims(provider, mergeTold(claims, more));
  } catch (error) {
    if (isDown(error)) return refuseDown(call, provider, error);
    return refuseResponse(call, provider, error, client.AuthorizationResponseError);
  }
}

type Told = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** Asks for what the ID token does not say: some providers say only there who it is. */
async function readMore(
  config: Configuration,
  { groupsClaim, roles }: OidcProvider,
  accessToken: string,
  claims: Told,
): Promise<Readonly<Record<string, unknown>>> {
  const claimNames = ['email', 'name', ...(roles.length > 0 ? [groupsClaim] : [])];
  const isComplete = claimNames.every((name) => claims[name] !== undefined);
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
  return await (await loadClient()).fetchUserInfo(config, accessToken, claims.sub);
}

/** An address and whether it is verified come from one source: each speaks of its own address only. */
export function mergeTold(claims: Told, more: Readonly<Record<string, unknown>>): Told {
  const source = claims['email'] === undefined ? more : claims;
  const { email, email_verified } = source;
  return { ...more, ...claims, email, email_verified };
}

function toClaims({ groupsClaim, trustsEmails }: OidcProvider, claims: Told): Claims {
  const isVerified = trustsEmails || claims['email_verified'] === true;
  const groups = claims[groupsClaim];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    session: toText(claims['sid']),
    email: isVerified ? toText(claims['email']) : null,
    name: toText(claims['name']) ?? toText(claims['preferred_username']),
    groups: [groups]
      .flat()
      .slice(0, MOST_GROUPS)
      .filter((group) => typeof group === 'string'),
  };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;
}

function refuseResponse(
  call: Call,
  { name, label }: OidcProvider,
  error: unknown,
  Refused: typeof import('openid-client').AuthorizationResponseError,
): Refusal {
  const { requestId, address, services } = call;
  services.log.warn(
    { requestId, address, provider: name, err: error },
    'the response of a provider was refused',
  );
  if (!(error instanceof Refused)) return refuse(problem('A042', '', { provider: label }));
  // A word of a list (RFC 6749, 4.1.2.1); anybody can write another into the address.
  const reason = /^[a-z_]{1,60}$/.test(error.error) ? error.error : 'error';
  return refuse(problem('A041', '', { provider: label, reason }));
}
