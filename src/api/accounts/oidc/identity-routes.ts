import { Identities, Identity } from '../../../contract/people/identities.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Route, route, withArgument, provenUser, withoutFactor } from '../../http/route.ts';
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
const own = '/api/users/current/identities';

/** The connections of the caller with providers, and proofs at them. */
export function identityRoutes(session: SessionServices): Route[] {
  return [
    route(`GET ${own}`, listOwnIdentities, { needs: 'user', takesView: false }, () => ({
      operationId: 'listIdentities',
      summary: 'List your connections with providers',
      responses: { 200: json('The connections, and all ways to sign in', Identities) },
    })),
    route(`POST ${own}/start`, startConnection, provenUser, () => ({
      operationId: 'startConnection',
      summary: 'Begin to connect a provider with your account',
      description: bound,
      requestBody: jsonBody(providerBody, { provider: 'keycloak' }),
      responses: { 200: address },
      problems: [404],
    })),
    route(`POST ${own}`, withArgument(connectOwn, session), provenUser, () => ({
      operationId: 'connectProvider',
      summary: 'Connect a provider with your account by its answer',
      requestBody: jsonBody(connectBody),
      responses: { 201: json('The connection', Identity) },
      problems: [404, 409],
    })),
    route(`DELETE ${own}/:id`, withArgument(removeOwn, session), provenUser, () => ({
      operationId: 'removeIdentity',
      summary: 'Remove a connection with a provider',
      description: 'Not the last way to sign in. Ends the other sessions that it opened.',
      responses: { 204: { description: 'Removed' } },
      problems: [409],
    })),
    route(
      'POST /api/users/current/proof/provider/start',
      startProviderProof,
      { needs: 'user', withoutFactor: true, whileLocked: true },
      () => ({
        operationId: 'startProviderProof',
        summary: 'Begin to prove who you are by signing in at a provider again',
        description: bound,
        requestBody: jsonBody(providerBody, { provider: 'keycloak' }),
        responses: { 200: address },
        problems: [404],
      }),
    ),
    route(
      'POST /api/users/current/proof/provider',
      withArgument(proveByProvider, session),
      withoutFactor,
      () => ({
        operationId: 'proveByProvider',
        summary: 'Prove who you are by the answer of a provider',
        description: 'Users who have a second factor send its code too.',
        requestBody: jsonBody(providerProofBody),
        responses: { 204: { description: 'Proven' } },
        problems: [404],
      }),
    ),
  ];
}
