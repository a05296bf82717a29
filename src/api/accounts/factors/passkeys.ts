import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import {
  findPasskey,
  listPasskeys,
  countPasskey,
  type Passkey,
} from '../../../store/system/accounts/factors.ts';
import { findChallenge, saveToken, spendChallenge } from '../../../store/system/accounts/tokens.ts';
import type { Call, UserCall } from '../../http/call.ts';
import { createSecret } from '../secrets.ts';
import { hashSecret } from '../../http/key-text.ts';

/** What a browser answers for a passkey; the library checks the rest of it. */
export const passkeyBody = z.looseObject({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(8_000) }),
});

export type PasskeyBody = z.output<typeof passkeyBody>;

/** EdDSA, ES256 and RS256 (COSE): what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** It is large, and most calls do without it. */
const load = () => import('@simplewebauthn/server');

/** The domain that passkeys belong to, and the origins of its pages. */
function siteOf({ services: { publicUrl }, request }: Call): { id: string; origins: string[] } {
  const { hostname, host, origin } = new URL(publicUrl ?? request.url);
  // A proxy before us may speak TLS.
  return { id: hostname, origins: publicUrl ? [origin] : [origin, `https://${host}`] };
}

export async function creationOptions(
  call: UserCall,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { user, descriptor, services } = call;
  const { id: rpID } = siteOf(call);
  const { generateRegistrationOptions } = await load();
  return await generateRegistrationOptions({
    rpName: descriptor.app.title,
    rpID,
    userName: user.email,
    userDisplayName: user.name,
    userID: Buffer.from(user._id),
    challenge: await newChallenge(call, user._id),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await listPasskeys(services.database, user._id, rpID),
    // It signs in alone, so it has to be found without a name and to check its owner.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** For one user, whose passkeys the browser then offers, or for any user. */
export async function requestOptions(
  call: Call,
  userId?: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { id: rpID } = siteOf(call);
  const { generateAuthenticationOptions } = await load();
  return await generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(call, userId ?? ''),
    userVerification: 'required',
    ...(userId !== undefined && {
      allowCredentials: await listPasskeys(call.services.database, userId, rpID),
    }),
  });
}

async function newChallenge({ services }: Call, userId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { text, hash } = createSecret(32);
  await saveToken(services.database, userId, 'passkey', hash);
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

/** The new passkey in an answer to `creationOptions`; undefined if the answer is wrong, too late or used before. */
export async function readNewPasskey(
  call: UserCall,
  body: PasskeyBody,
): Promise<{ passkey: Passkey; site: string } | undefined> {
  const challenge = await takeChallenge(call, body);
  if (challenge?.userId !== call.user._id) return undefined;
  const site = siteOf(call);
  const { verifyRegistrationResponse } = await load();
  const verified = await verifyRegistrationResponse({
    response: body as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge.text,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const passkey = {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    count: counter,
    transports: transports.slice(0, 10).map((each) => each.slice(0, 20)),
  };
  return { passkey, site: site.id };
}

/** The user whose passkey signed; undefined if the answer is wrong, too late or used before. */
export async function readPasskeyUser(call: Call, body: PasskeyBody): Promise<string | undefined> {
  const challenge = await takeChallenge(call, body);
  if (!challenge) return undefined;
  const { database } = call.services;
  const site = siteOf(call);
  const passkey = await findPasskey(database, body.id, site.id);
  if (!passkey || (challenge.userId !== '' && challenge.userId !== passkey.userId))
    return undefined;
  const { verifyAuthenticationResponse } = await load();
  const verified = await verifyAuthenticationResponse({
    response: body as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge.text,
    expectedOrigin: site.origins,
    expectedRPID: site.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.count,
    },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const isUsed = await countPasskey(database, passkey, verified.authenticationInfo.newCounter);
  return isUsed ? passkey.userId : undefined;
}

/** The challenge that an answer signs. It works once, even if the answer is wrong. */
async function takeChallenge(
  { services: { database } }: Call,
  { response }: PasskeyBody,
): Promise<{ text: string; userId: string } | undefined> {
  const text = challengeIn(response.clientDataJSON);
  if (text === undefined) return undefined;
  const hash = hashSecret(text);
  const challenge = await findChallenge(database, hash, 'passkey');
  if (!challenge || !(await spendChallenge(database, hash, 'passkey'))) return undefined;
  return { text, userId: challenge.userId };
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) ?? {};
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
