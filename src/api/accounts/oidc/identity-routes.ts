import { Identities, Identity } from '../../../contract/people/identities.ts';
import { id } from '../../http/operation/parameters.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Route, route, withArgument } from '../../http/route.ts';
import type { SessionServices } from '../session-services.ts';
import {
  connectBody,
  connectOwn,
  listOwnIdentities,
  providerBody,
  removeOwn,
  startConnection,
  startProviderProof,
} from './own-identities.ts';
import { address, bound } from './oidc-answers.ts';
import { proveByProvider, providerProofBody } from './prove-again.ts';

const tags = ['session'];
const own = '/api/users/current/identities';
const written = [413, 415, 422] as const;

/** The connections of the caller with providers, and proofs at them. */
export function identityRoutes(session: SessionServices): Route[] {
  return [
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
