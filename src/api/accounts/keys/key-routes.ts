import { ApiKey, ApiKeys, NewApiKey, ServiceAccount } from '../../../contract/people/keys.ts';
import { query } from '../../http/operation/parameters.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import {
  onceRoute,
  queryRoute,
  type Route,
  route,
  withArgument,
  provenAdmin,
  provenUser,
} from '../../http/route.ts';
import type { SessionServices } from '../session-services.ts';
import { keyChangesBody, newKeyBody } from './key-settings.ts';
import { addKey, answerKeys, answerOwnKey, endKey, updateKey } from './manage-keys.ts';
import { addServiceAccount, serviceAccountBody } from './service-accounts.ts';
const keys = '/api/keys';

/** The API keys of the caller, and for admins those of service accounts. */
export function keyRoutes(session: SessionServices): Route[] {
  return [
    queryRoute(`GET ${keys}`, answerKeys, 'user', () => ({
      operationId: 'listKeys',
      summary: 'List API keys',
      description: 'Those that work come first. Ended keys are listed for 90 days.',
      parameters: [
        query(
          'owner',
          { type: 'string' },
          'The `_id` of another user, or `all`; admins only. Default: yourself.',
        ),
      ],
      responses: { 200: json('The keys, never the secret part.', ApiKeys) },
    })),
    route(`POST ${keys}`, addKey, { needs: 'user', fresh: true, secret: true }, () => ({
      operationId: 'addKey',
      summary: 'Make an API key',
      description:
        'It may do what both its owner and `collections` allow, and is shown only in this answer.',
      requestBody: jsonBody(newKeyBody, {
        name: 'Nightly report',
        collections: { '*': { operations: ['list', 'read'] } },
      }),
      responses: { 201: json('The key.', NewApiKey) },
      problems: [409],
    })),
    route(`GET ${keys}/current`, answerOwnKey, { needs: 'user', takesKey: true }, () => ({
      operationId: 'currentKey',
      summary: 'Get the API key of this request',
      responses: { 200: json('The key; 404 for people.', ApiKey) },
      problems: [404],
    })),
    route(`PATCH ${keys}/:id`, withArgument(updateKey, session), provenUser, () => ({
      operationId: 'updateKey',
      summary: 'Change an API key',
      description: 'Fields left out stay unchanged. All servers follow within a second.',
      requestBody: jsonBody(keyChangesBody, { expiresAt: null }),
      responses: { 200: json('The key.', ApiKey) },
    })),
    route(`DELETE ${keys}/:id`, withArgument(endKey, session), 'user', () => ({
      operationId: 'revokeKey',
      summary: 'Revoke an API key',
      description: 'It ends within a second on all servers. Admins revoke any key.',
      responses: { 204: { description: 'Revoked' } },
    })),
    onceRoute(
      'POST /api/admin/service-accounts',
      withArgument(addServiceAccount, session),
      provenAdmin,
      () => ({
        operationId: 'addServiceAccount',
        summary: 'Make a service account',
        description:
          'A user that belongs to no person: it cannot sign in and gets no emails. Admins make its keys.',
        tags: ['people'],
        requestBody: jsonBody(serviceAccountBody, { name: 'Lab robot', role: 'viewer' }),
        responses: { 201: json('The account.', ServiceAccount) },
      }),
    ),
  ];
}
