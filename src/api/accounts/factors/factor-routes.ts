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
import { id } from '../../http/operation/parameters.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Route, route, withArgument } from '../../http/route.ts';
import { listProofWays } from '../proof-ways.ts';
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

const tags = ['session'];
const own = '/api/users/current/factors';
const written = [413, 415, 422] as const;

/** Signing in with more than a password, and the factors of the caller. */
export function factorRoutes(session: SessionServices): Route[] {
  return [
    {
      ...route(
        'POST',
        '/api/users/login/factor',
        withArgument(loginWithFactor, session),
        'nobody',
        () => ({
          operationId: 'loginWithFactor',
          summary: 'Sign in with a second factor or a passkey',
          description:
            'Users who have a second factor get 403 (`A028`) for the right password, with a `challenge` that works for five minutes. This sends it back with one proof. A passkey also signs in alone.',
          tags,
          requestBody: jsonBody(secondFactorBody, { challenge: '…', code: '123456' }),
          responses: { 200: json('Signed in.', SignedIn) },
          problems: [401, 403, ...written, 429],
        }),
      ),
      secret: true,
    },
    route('POST', '/api/users/login/passkey', startPasskey, 'nobody', () => ({
      operationId: 'startPasskeyLogin',
      summary: 'Get the options to sign in with a passkey',
      tags,
      responses: { 200: json('Options for `navigator.credentials.get`.', PasskeyOptions) },
      problems: [429],
    })),
    {
      ...route('GET', own, listOwnFactors, 'user', () => ({
        operationId: 'listFactors',
        summary: 'List your second factors',
        tags,
        responses: { 200: json('Passkeys and authenticator apps.', Factors) },
      })),
      withoutFactor: true,
    },
    {
      ...route('POST', own, startFactor, 'user', () => ({
        operationId: 'startFactor',
        summary: 'Begin to add a second factor',
        description: 'It works after it was confirmed, within an hour.',
        tags,
        requestBody: jsonBody(newFactorBody, { kind: 'totp', name: 'Phone' }),
        responses: { 201: json('What the app or the browser needs.', NewFactor) },
        problems: [403, ...written],
      })),
      fresh: true,
      withoutFactor: true,
      secret: true,
    },
    {
      ...route(
        'POST',
        `${own}/:id/confirm`,
        withArgument(confirmOwnFactor, session),
        'user',
        () => ({
          operationId: 'confirmFactor',
          summary: 'Confirm a second factor by its first use',
          tags,
          parameters: [id],
          requestBody: jsonBody(confirmationBody, { code: '123456' }),
          responses: {
            200: json('The factor, and recovery codes with the first.', ConfirmedFactor),
          },
          problems: [403, 404, ...written, 429],
        }),
      ),
      fresh: true,
      withoutFactor: true,
      secret: true,
    },
    route('PATCH', `${own}/:id`, renameOwnFactor, 'user', () => ({
      operationId: 'renameFactor',
      summary: 'Rename a second factor',
      tags,
      parameters: [id],
      requestBody: jsonBody(factorNameBody),
      responses: { 200: json('The factor.', Factor) },
      problems: [404, ...written],
    })),
    {
      ...route('DELETE', `${own}/:id`, withArgument(removeOwnFactor, session), 'user', () => ({
        operationId: 'removeFactor',
        summary: 'Remove a second factor',
        description: 'Ends all your other sessions. The recovery codes go with the last one.',
        tags,
        parameters: [id],
        responses: { 204: { description: 'Removed' } },
        problems: [403, 404],
      })),
      fresh: true,
    },
    {
      ...route('POST', '/api/users/current/recovery-codes', renewOwnCodes, 'user', () => ({
        operationId: 'renewRecoveryCodes',
        summary: 'Get new recovery codes',
        description: 'Those from before no longer work.',
        tags,
        responses: { 200: json('The codes. They are not shown again.', RecoveryCodes) },
        problems: [403, 409, 429],
      })),
      fresh: true,
      secret: true,
    },
    {
      ...route('GET', '/api/users/current/proof', listProofWays, 'user', () => ({
        operationId: 'listProofWays',
        summary: 'List what you can prove with who you are',
        tags,
        responses: { 200: json('The ways', ProofWays) },
      })),
      withoutFactor: true,
      whileLocked: true,
    },
    {
      ...route('POST', '/api/users/current/proof', withArgument(prove, session), 'user', () => ({
        operationId: 'prove',
        summary: 'Prove again who you are',
        description:
          'What changes rights, keys and factors needs a proof of the last 15 minutes, and is otherwise refused with 403 (`A030`). Signing in is one.',
        tags,
        requestBody: jsonBody(proofBody, { password: 'correct horse battery staple' }),
        responses: { 204: { description: 'Proven' } },
        problems: [...written, 429],
      })),
      withoutFactor: true,
    },
    {
      ...route('POST', '/api/users/current/proof/passkey', startProof, 'user', () => ({
        operationId: 'startPasskeyProof',
        summary: 'Get the options to prove who you are with a passkey',
        tags,
        responses: { 200: json('Options for `navigator.credentials.get`.', PasskeyOptions) },
        problems: [429],
      })),
      withoutFactor: true,
      whileLocked: true,
    },
  ];
}
