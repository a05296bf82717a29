import { SignedIn } from '../../../contract/accounts.ts';
import { Identities, Identity, ProviderAddress, SignInWays } from '../../../contract/identities.ts';
import { answer } from '../../http/answer.ts';
import { id } from '../../http/operation/parameters.ts';
import type { Parameter } from '../../http/operation/operation.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Route, route, withArgument } from '../../http/route.ts';
import { proofBody } from '../bodies.ts';
import type { SessionParts } from '../session-routes.ts';
import { loginWithLink } from '../sign-in-link.ts';
import { proveByProvider, providerProofBody } from './prove-again.ts';
import { takeLogout } from './backchannel-logout.ts';
import {
  finishSignIn,
  linkBody,
  linkByPassword,
  responseBody,
  startBody,
  startSignIn,
} from './finish.ts';
import {
  connectBody,
  connectOwn,
  listOwnIdentities,
  providerBody,
  removeOwn,
  startConnection,
  startProviderProof,
  waysOf,
} from './own-identities.ts';

const tags = ['session'];
const own = '/api/users/current/identities';
const written = [413, 415, 422] as const;

const provider: Parameter = {
  name: 'provider',
  in: 'path',
  required: true,
  description: 'The `name` of the provider, as in `GET /api/sign-in`.',
  schema: { type: 'string' },
};

const address = json(
  'Where to send the browser. The cookie binds the answer to it.',
  ProviderAddress,
);
const bound =
  'Only the browser that began it can finish it, once and within 15 minutes (state, nonce and PKCE in a cookie).';

/** Signing in at other providers (OpenID Connect), and the connections of the caller with them. */
export function oidcRoutes(session: SessionParts): Route[] {
  return [
    route(
      'GET',
      '/api/sign-in',
      async (call) => answer(call, 200, SignInWays, waysOf(call)),
      'nobody',
      () => ({
        operationId: 'signInWays',
        summary: 'List the ways to sign in',
        tags,
        responses: { 200: json('The ways', SignInWays) },
      }),
    ),
    route('POST', '/api/oidc/:provider/start', startSignIn, 'nobody', () => ({
      operationId: 'startProviderLogin',
      summary: 'Begin to sign in at a provider',
      description: bound,
      tags,
      parameters: [provider],
      requestBody: jsonBody(startBody, {}),
      responses: { 200: address },
      problems: [403, 404, ...written, 429],
    })),
    {
      ...route(
        'POST',
        '/api/oidc/:provider/finish',
        withArgument(finishSignIn, session),
        'nobody',
        () => ({
          operationId: 'finishProviderLogin',
          summary: 'Sign in by the answer of a provider',
          description:
            'Newcomers get an account that an admin approves, unless the configuration admits them. An address that has an account is refused with 403 (`A043`) and a `challenge` for its password; an account without a password gets a link by email.',
          tags,
          parameters: [provider],
          requestBody: jsonBody(responseBody, { response: '?code=…&state=…' }),
          responses: { 200: json('Signed in.', SignedIn) },
          problems: [401, 403, 404, 409, ...written, 429],
        }),
      ),
      secret: true,
    },
    {
      ...route('POST', '/api/oidc/link', withArgument(linkByPassword, session), 'nobody', () => ({
        operationId: 'linkProvider',
        summary: 'Connect a provider with an account by its password, and sign in',
        tags,
        requestBody: jsonBody(linkBody, {
          challenge: '…',
          password: 'correct horse battery staple',
        }),
        responses: { 200: json('Signed in.', SignedIn) },
        problems: [401, 403, ...written, 429],
      })),
      secret: true,
    },
    route(
      'POST',
      '/api/oidc/:provider/backchannel-logout',
      withArgument(takeLogout, session),
      'nobody',
      () => ({
        operationId: 'providerLogout',
        summary: 'End the sessions of a user who has signed out at a provider',
        description: 'Called by the provider (OpenID Connect Back-Channel Logout 1.0).',
        tags,
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
        problems: [404, 413, 415, 429],
      }),
    ),
    {
      ...route(
        'POST',
        '/api/users/login/link',
        withArgument(loginWithLink, session),
        'nobody',
        () => ({
          operationId: 'loginWithLink',
          summary: 'Sign in by the link of a command',
          description:
            '`npx backoffice user link EMAIL` prints it for an admin. It works once and for 15 minutes.',
          tags,
          requestBody: jsonBody(proofBody),
          responses: { 200: json('Signed in.', SignedIn) },
          problems: [403, ...written, 429],
        }),
      ),
      secret: true,
    },
    route('GET', own, listOwnIdentities, 'user', () => ({
      operationId: 'listIdentities',
      summary: 'List your connections with providers',
      tags,
      responses: { 200: json('The connections, and all ways to sign in', Identities) },
    })),
    {
      ...route('POST', `${own}/start`, startConnection, 'user', () => ({
        operationId: 'startConnection',
        summary: 'Begin to connect a provider with your account',
        description: bound,
        tags,
        requestBody: jsonBody(providerBody, { provider: 'keycloak' }),
        responses: { 200: address },
        problems: [404, ...written, 429],
      })),
      fresh: true,
    },
    {
      ...route('POST', own, withArgument(connectOwn, session), 'user', () => ({
        operationId: 'connectProvider',
        summary: 'Connect a provider with your account by its answer',
        tags,
        requestBody: jsonBody(connectBody),
        responses: { 201: json('The connection', Identity) },
        problems: [404, 409, ...written],
      })),
      fresh: true,
    },
    {
      ...route('DELETE', `${own}/:id`, withArgument(removeOwn, session), 'user', () => ({
        operationId: 'removeIdentity',
        summary: 'Remove a connection with a provider',
        description: 'Not the last way to sign in. Ends the other sessions that it opened.',
        tags,
        parameters: [id],
        responses: { 204: { description: 'Removed' } },
        problems: [404, 409],
      })),
      fresh: true,
    },
    {
      ...route(
        'POST',
        '/api/users/current/proof/provider/start',
        startProviderProof,
        'user',
        () => ({
          operationId: 'startProviderProof',
          summary: 'Begin to prove who you are by signing in at a provider again',
          description: bound,
          tags,
          requestBody: jsonBody(providerBody, { provider: 'keycloak' }),
          responses: { 200: address },
          problems: [404, ...written, 429],
        }),
      ),
      withoutFactor: true,
      whileLocked: true,
    },
    {
      ...route(
        'POST',
        '/api/users/current/proof/provider',
        withArgument(proveByProvider, session),
        'user',
        () => ({
          operationId: 'proveByProvider',
          summary: 'Prove who you are by the answer of a provider',
          description: 'Users who have a second factor send its code too.',
          tags,
          requestBody: jsonBody(providerProofBody),
          responses: { 204: { description: 'Proven' } },
          problems: [404, ...written, 429],
        }),
      ),
      withoutFactor: true,
    },
  ];
}
