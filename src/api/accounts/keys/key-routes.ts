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
import { z } from 'zod';
import { checkRecord } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { IS_SERVICE, USERS, usersResource } from '../../../store/system/account.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { actorOf, auditActorOf } from '../../../services/acting.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';

const keys = '/api/keys';
const owner = query(
  'owner',
  { type: 'string' },
  'The `_id` of another user, or `all`; admins only. Default: yourself.',
);

/** The API keys of the caller, and for admins those of service accounts. */
export function keyRoutes(session: SessionServices): Route[] {
  return [
    queryRoute(`GET ${keys}`, answerKeys, { needs: 'user', takesView: false }, () => ({
      operationId: 'listKeys',
      summary: 'List API keys',
      description: 'Those that work come first. Ended keys are listed for 90 days.',
      parameters: [owner],
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

const serviceAccountBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  role: z.string(),
});

/**
 * Makes a user that belongs to no person. It has an address of a domain that does not exist (RFC 2606), because users
 * need one, and no password, so nobody can sign in as it.
 */
async function addServiceAccount(call: UserCall, { store }: SessionServices): Promise<Reply> {
  const body = await parseBody(call, serviceAccountBody);
  if (isRefusal(body)) return body;
  const { descriptor, role } = call;
  const users = usersResource(descriptor.resources);
  if (!users.fields.has(IS_SERVICE))
    return refuse(
      problem('V084', '', {}, `declare the field ${IS_SERVICE} of users (boolean, readOnly)`),
    );
  const id = newId();
  const { name } = body.value;
  const email = `${id}@service.invalid`;
  const checked = checkRecord({
    descriptor,
    role,
    resource: users,
    mode: 'create',
    body: { name, email, role: body.value.role, status: 'confirmed' },
  });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });

  const by = { ...actorOf(call), partOf: 'serviceAccount' } as const;
  const values = { ...checked.values, [IS_SERVICE]: true };
  const result = await store.transaction(async (within, sql) => {
    const outcome = await within.create(users, values, by, id);
    if ('failure' in outcome) return outcome;
    const of = { resource: USERS, record: id, detail: body.value };
    await writeAudit(sql, { action: 'serviceAccountMade', ...auditActorOf(call), ...of });
    return outcome;
  });
  if ('failure' in result)
    return refuse('problems' in result ? result.problems : problem('S004', ''), { status: 422 });
  return answer(call, 201, ServiceAccount, { _id: id, name, role: body.value.role });
}
