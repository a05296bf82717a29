import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { jwtVerify } from 'jose/jwt/verify';
import type { JWTPayload } from 'jose';
import { problem } from '../../../fields/problems/problem.ts';
import {
  endChallenges,
  findIdentity,
  listIdentitiesOfSession,
} from '../../../store/system/accounts/identities.ts';
import { endSessionsOfIdentity } from '../../../store/system/accounts/sessions.ts';
import { claimToken } from '../../../store/system/accounts/tokens.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { USERS } from '../../../store/system/account.ts';
import { answerText, type Reply } from '../../http/answer/answer.ts';
import type { Call } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { counterOf, networkOf, spendLimits } from '../limits.ts';
import { hashSecret } from '../../http/key-text.ts';
import type { SessionServices } from '../session-services.ts';
import { fetchBounded, isDown, openProvider, providerOf } from './open-provider.ts';
import { refuseDown } from './pending.ts';
import type { OidcProvider } from './provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is far shorter than this. */
const MOST_BYTES = 16_384;
/** Seconds for which a token without an end of its own is accepted. */
const MAX_TOKEN_AGE_S = 10 * 60;
const TOLERANCE = 30;
/** What a provider signs with: only keys whose other half stays there. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

type Logout = { subject: string | null; session: string | null; id: string };

/** Ends the sessions of somebody who has signed out at the provider (OpenID Connect Back-Channel Logout 1.0). */
export async function takeLogout(call: Call, { authenticator }: SessionServices): Promise<Reply> {
  const provider = providerOf(call);
  if (!provider) return refuseAs('Q013');
  const tooOften = await spendLimits(call, counterOf('oidcLogout', networkOf(call)));
  if (tooOften) return tooOften;
  const token = await readToken(call);
  if (isRefusal(token)) return token;
  const logout = await verify(call, provider, token.text);
  if (isRefusal(logout)) return logout;

  await call.services.database.transaction(async (sql) => {
    const { subject, session } = logout;
    const identity =
      subject === null ? undefined : await findIdentity(sql, provider.issuer, subject);
    const ended =
      subject === null
        ? await listIdentitiesOfSession(sql, provider.issuer, session ?? '')
        : [identity].filter((each) => each !== undefined);
    for (const { id, userId } of ended) {
      await endChallenges(sql, id);
      const count = await endSessionsOfIdentity(sql, id, 'provider', { session });
      const detail = { provider: provider.name, count };
      const of = { resource: USERS, record: userId, detail };
      if (count > 0)
        await writeAudit(sql, { action: 'providerSignedOut', ...auditActorOf(call), ...of });
    }
  });
  authenticator.forget();
  return answerText(call, 200, '', { 'Content-Type': 'text/plain' });
}

async function readToken({ request }: Call): Promise<{ text: string } | Refusal> {
  const expected = 'application/x-www-form-urlencoded';
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.toLowerCase().startsWith(expected))
    return refuse(problem('Q011', 'Content-Type', { expected }));
  let body = '';
  for await (const chunk of request.body ?? []) {
    body += Buffer.from(chunk).toString('latin1');
    if (body.length > MOST_BYTES) return refuse(problem('Q012', '', { max: MOST_BYTES }));
  }
  const text = new URLSearchParams(body).get('logout_token');
  return text ? { text } : refuse(problem('V001', 'logout_token'), { status: 400 });
}

const keySets = new WeakMap<
  OidcProvider,
  { uri: string; keys: ReturnType<typeof createRemoteJWKSet> }
>();

/** The keys of a provider. For a token with an unknown key they are read again, but not more than every 30 seconds. */
function keysOf(provider: OidcProvider, uri: string) {
  const cachedSet = keySets.get(provider);
  if (cachedSet?.uri === uri) return cachedSet.keys;
  const keys = createRemoteJWKSet(new URL(uri), { [customFetch]: fetchBounded as typeof fetch });
  keySets.set(provider, { uri, keys });
  return keys;
}

async function verify(
  call: Call,
  provider: OidcProvider,
  token: string,
): Promise<Logout | Refusal> {
  const { requestId, address, services } = call;
  try {
    const uri = (await openProvider(provider)).serverMetadata().jwks_uri ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(provider, uri), {
      algorithms: ALGORITHMS,
      issuer: provider.issuer,
      audience: provider.clientId,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: MAX_TOKEN_AGE_S,
      clockTolerance: TOLERANCE,
    });
    const logout = readLogout(payload, protectedHeader.typ);
    if (!logout) throw new Error('not a logout token');
    const hash = hashSecret(`${provider.issuer} ${logout.id}`);
    if (await claimToken(services.database, 'oidcLogout', hash)) return logout;
    throw new Error('the token was used before');
  } catch (error) {
    if (isDown(error)) return refuseDown(call, provider, error);
    services.log.warn(
      { requestId, address, provider: provider.name, err: error },
      'a logout token was refused',
    );
    return refuse(problem('A042', 'logout_token', { provider: provider.label }), { status: 400 });
  }
}

/**
 * Reads which sessions a token ends. Returns undefined for a token that is not a logout token (2.4): an ID token has
 * the same issuer, audience and signature.
 */
function readLogout(
  { sub, sid, jti = '', events, nonce }: JWTPayload,
  type: string | undefined,
): Logout | undefined {
  const subject = typeof sub === 'string' ? sub : null;
  const session = typeof sid === 'string' ? sid : null;
  const isLogout =
    nonce === undefined &&
    [undefined, 'logout+jwt', 'JWT'].includes(type) &&
    Object.hasOwn(events ?? {}, EVENT);
  return isLogout && (subject ?? session) !== null ? { subject, session, id: jti } : undefined;
}
