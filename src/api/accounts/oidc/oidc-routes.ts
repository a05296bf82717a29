import { SignedIn } from '../../../contract/people/accounts.ts';
import { SignInWays } from '../../../contract/people/identities.ts';
import { answer } from '../../http/answer/answer.ts';
import type { Parameter } from '../../http/operation/operation.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Route, route, withArgument, signIn } from '../../http/route.ts';
import { proofBody } from '../bodies.ts';
import type { SessionServices } from '../session-services.ts';
import { loginWithLink } from '../login.ts';
import {
  acceptTerms,
  termsBody,
  finishSignIn,
  linkBody,
  linkByPassword,
  responseBody,
  startBody,
  startSignIn,
} from './finish.ts';
import { takeLogout } from './backchannel-logout.ts';
import { address, bound } from './oidc-answers.ts';
import { waysOf } from './own-identities.ts';

const provider: Parameter = {
  name: 'provider',
  in: 'path',
  required: true,
  description: 'The `name` of the provider, as in `GET /api/sign-in`.',
  schema: { type: 'string' },
};

/** Signing in at other providers (OpenID Connect). */
export function oidcRoutes(session: SessionServices): Route[] {
  return [
    route(
      'GET /api/sign-in',
      async (call) => answer(call, 200, SignInWays, waysOf(call)),
      'nobody',
      () => ({
        operationId: 'signInWays',
        summary: 'List the ways to sign in',
        responses: { 200: json('The ways', SignInWays) },
      }),
    ),
    route('POST /api/oidc/:provider/start', startSignIn, 'nobody', () => ({
      operationId: 'startProviderLogin',
      summary: 'Begin to sign in at a provider',
      description: bound,
      parameters: [provider],
      requestBody: jsonBody(startBody, {}),
      responses: { 200: address },
    })),
    route('POST /api/oidc/:provider/finish', withArgument(finishSignIn, session), signIn, () => ({
      operationId: 'finishProviderLogin',
      summary: 'Sign in by the answer of a provider',
      description:
        'Newcomers accept the terms first (403 `A054` with a `challenge`); then they get an account that an admin approves, unless the configuration admits them. An address that has an account is refused with 403 (`A043`) and a `challenge` for its password; an account without a password gets a link by email.',
      parameters: [provider],
      requestBody: jsonBody(responseBody, { response: '?code=…&state=…' }),
      responses: { 200: json('Signed in.', SignedIn) },
      problems: [409],
    })),
    route('POST /api/oidc/link', withArgument(linkByPassword, session), signIn, () => ({
      operationId: 'linkProvider',
      summary: 'Connect a provider with an account by its password, and sign in',
      requestBody: jsonBody(linkBody, {
        challenge: '…',
        password: 'correct horse battery staple',
      }),
      responses: { 200: json('Signed in.', SignedIn) },
    })),
    route('POST /api/oidc/terms', withArgument(acceptTerms, session), signIn, () => ({
      operationId: 'acceptProviderTerms',
      summary: 'Accept the terms of use as a newcomer from a provider',
      description: 'Makes the account, and signs in unless an admin has to approve it.',
      requestBody: jsonBody(termsBody, { challenge: '…', acceptedTerms: true }),
      responses: { 200: json('Signed in.', SignedIn) },
      problems: [409],
    })),
    route(
      'POST /api/oidc/:provider/backchannel-logout',
      withArgument(takeLogout, session),
      'nobody',
      () => ({
        operationId: 'providerLogout',
        summary: 'End the sessions of a user who has signed out at a provider',
        description: 'Called by the provider (OpenID Connect Back-Channel Logout 1.0).',
        parameters: [provider],
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: { logout_token: { type: 'string' } },
                required: ['logout_token'],
              },
            },
          },
        },
        responses: {
          200: {
            description: 'The sessions have ended',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
        },
      }),
    ),
    route('POST /api/users/login/link', withArgument(loginWithLink, session), signIn, () => ({
      operationId: 'loginWithLink',
      summary: 'Sign in by the link of a command',
      description:
        '`npx backoffice user link EMAIL` prints it for an admin. It works once and for 15 minutes.',
      requestBody: jsonBody(proofBody),
      responses: { 200: json('Signed in.', SignedIn) },
    })),
  ];
}
