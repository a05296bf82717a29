import { SignedIn } from '../../../contract/people/accounts.ts';
import {
  ConfirmedFactor,
  Factor,
  Factors,
  NewFactor,
  PasskeyOptions,
  ProofWays,
  RecoveryCodes,
} from '../../../contract/people/factors.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import {
  type Route,
  route,
  withArgument,
  ownSecrets,
  provenUser,
  signIn,
  withoutFactor,
} from '../../http/route.ts';
import type { SessionServices } from '../session-services.ts';
import {
  confirmationBody,
  confirmOwnFactor,
  factorNameBody,
  listOwnFactors,
  newFactorBody,
  removeOwnFactor,
  renameOwnFactor,
  renewOwnCodes,
  startFactor,
} from './own-factors.ts';
import { proofBody, prove, startProof } from './prove.ts';
import { loginWithFactor, secondFactorBody, startPasskey } from './second-factor.ts';
import { findHash } from '../../../store/system/accounts/credentials.ts';
import { countCodes, listFactors } from '../../../store/system/accounts/factors.ts';
import { listIdentities } from '../../../store/system/accounts/identities.ts';
import { answer } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';

const beforeProof = { ...ownSecrets, whileLocked: true } as const;
const renewCodes = { ...provenUser, secret: true } as const;
const addFactor = { ...provenUser, withoutFactor: true, secret: true } as const;
const own = '/api/users/current/factors';

/** Signing in with more than a password, and the factors of the caller. */
export function factorRoutes(session: SessionServices): Route[] {
  return [
    route('POST /api/users/login/factor', withArgument(loginWithFactor, session), signIn, () => ({
      operationId: 'loginWithFactor',
      summary: 'Sign in with a second factor or a passkey',
      description:
        'Users who have a second factor get 403 (`A028`) for the right password, with a `challenge` that works for five minutes. This sends it back with one proof. A passkey also signs in alone.',
      requestBody: jsonBody(secondFactorBody, { challenge: '…', code: '123456' }),
      responses: { 200: json('Signed in.', SignedIn) },
    })),
    route('POST /api/users/login/passkey', startPasskey, 'nobody', () => ({
      operationId: 'startPasskeyLogin',
      summary: 'Get the options to sign in with a passkey',
      responses: { 200: json('Options for `navigator.credentials.get`.', PasskeyOptions) },
    })),
    route(`GET ${own}`, listOwnFactors, ownSecrets, () => ({
      operationId: 'listFactors',
      summary: 'List your second factors',
      responses: { 200: json('Passkeys and authenticator apps.', Factors) },
    })),
    route(`POST ${own}`, startFactor, addFactor, () => ({
      operationId: 'startFactor',
      summary: 'Begin to add a second factor',
      description: 'It works after it was confirmed, within an hour.',
      requestBody: jsonBody(newFactorBody, { kind: 'totp', name: 'Phone' }),
      responses: { 201: json('What the app or the browser needs.', NewFactor) },
    })),
    route(`POST ${own}/:id/confirm`, withArgument(confirmOwnFactor, session), addFactor, () => ({
      operationId: 'confirmFactor',
      summary: 'Confirm a second factor by its first use',
      requestBody: jsonBody(confirmationBody, { code: '123456' }),
      responses: {
        200: json('The factor, and recovery codes with the first.', ConfirmedFactor),
      },
    })),
    route(`PATCH ${own}/:id`, renameOwnFactor, 'user', () => ({
      operationId: 'renameFactor',
      summary: 'Rename a second factor',
      requestBody: jsonBody(factorNameBody),
      responses: { 200: json('The factor.', Factor) },
    })),
    route(`DELETE ${own}/:id`, withArgument(removeOwnFactor, session), provenUser, () => ({
      operationId: 'removeFactor',
      summary: 'Remove a second factor',
      description: 'Ends all your other sessions. The recovery codes go with the last one.',
      responses: { 204: { description: 'Removed' } },
    })),
    route('POST /api/users/current/recovery-codes', renewOwnCodes, renewCodes, () => ({
      operationId: 'renewRecoveryCodes',
      summary: 'Get new recovery codes',
      description: 'Those from before no longer work.',
      responses: { 200: json('The codes. They are not shown again.', RecoveryCodes) },
      problems: [409],
    })),
    ...proofRoutes(session),
  ];
}

/** The routes to prove again who one is, before what needs a fresh proof. */
function proofRoutes(session: SessionServices): Route[] {
  return [
    route('GET /api/users/current/proof', listProofWays, beforeProof, () => ({
      operationId: 'listProofWays',
      summary: 'List what you can prove with who you are',
      responses: { 200: json('The ways', ProofWays) },
    })),
    route('POST /api/users/current/proof', withArgument(prove, session), withoutFactor, () => ({
      operationId: 'prove',
      summary: 'Prove again who you are',
      description:
        'What changes rights, keys and factors needs a proof of the last 15 minutes, and is otherwise refused with 403 (`A030`). Signing in is one.',
      requestBody: jsonBody(proofBody, { password: 'correct horse battery staple' }),
      responses: { 204: { description: 'Proven' } },
    })),
    route('POST /api/users/current/proof/passkey', startProof, beforeProof, () => ({
      operationId: 'startPasskeyProof',
      summary: 'Get the options to prove who you are with a passkey',
      responses: { 200: json('Options for `navigator.credentials.get`.', PasskeyOptions) },
    })),
  ];
}

/** Lists what the caller can prove with who they are: not everybody has a password. */
async function listProofWays(call: UserCall): Promise<Response> {
  const { user, services } = call;
  const { database, oidc = [] } = services;
  const [hash, factors, codes, identities] = await Promise.all([
    findHash(database, user._id),
    listFactors(database, user._id),
    countCodes(database, user._id),
    listIdentities(database, user._id),
  ]);
  const issuers = new Set(identities.map(({ issuer }) => issuer));
  return answer(call, 200, ProofWays, {
    password: hash !== null,
    factors: [
      ...new Set(factors.map(({ kind }) => kind)),
      ...(codes > 0 ? (['recoveryCode'] as const) : []),
    ],
    providers: oidc
      .filter(({ issuer }) => issuers.has(issuer))
      .map(({ name, label }) => ({ name, label })),
  });
}
