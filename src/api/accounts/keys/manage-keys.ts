import { type ApiKey, ApiKey as Shape, ApiKeys, NewApiKey } from '../../../contract/people/keys.ts';
import type { z } from 'zod';
import { mayAdminister } from '../../../descriptor/access.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { findUser, isServiceAccount, USERS, usersResource } from '../../../store/system/account.ts';
import {
  changeKey,
  insertKey,
  listKeys,
  MOST_KEYS,
  revokeKey,
} from '../../../store/system/accounts/api-keys.ts';
import { type AuditDetail, writeAudit } from '../../../store/system/audit/write-audit.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { parseBody } from '../../http/json-body.ts';
import { createQueryReader } from '../../http/query-reader.ts';
import { notAllowed } from '../../../services/not-allowed.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import type { SessionServices } from '../session-services.ts';
import { checkKey, defaultExpiry, keyChangesBody, newKeyBody } from './key-settings.ts';
import { createKey } from '../../http/key-text.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** Lists the caller's keys; for admins also those of another user, or of everybody. */
export async function answerKeys(call: UserCall): Promise<Reply> {
  const { descriptor, role, user } = call;
  const reader = createQueryReader(call.query);
  const owner = reader.text('owner') ?? user._id;
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems, { status: 400 });
  if (owner !== user._id && !mayAdminister(descriptor, role))
    return refuse(notAllowed(call, 'owner'));
  const users = usersResource(descriptor.resources);
  const userId = owner === 'all' ? undefined : owner;
  const data = await listKeys(call.services.database.primaryOrReplica, users, { userId });
  return answer(call, 200, ApiKeys, { data });
}

/** Describes the key that a program calls with. */
export async function answerOwnKey(call: UserCall): Promise<Reply> {
  const key = call.key && (await findKey(call, call.key.id));
  return key ? answer(call, 200, Shape, key) : refuseAs('S001');
}

/** Makes a key for the caller, or by an admin for a service account, and shows it once. */
export async function addKey(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, newKeyBody);
  if (isRefusal(body)) return body;
  const { services, user, descriptor } = call;
  const { clock = Date.now } = services;
  const { owner: named, expiresAt = defaultExpiry(clock()), ...settings } = body.value;
  const owner = await findOwner(call, named ?? user._id);
  if (isRefusal(owner)) return owner;
  const problems = checkKey({ descriptor, role: owner.role, now: clock() }, body.value);
  if (problems.length > 0) return refuse(problems, { status: 422 });

  const { text, hash, prefix } = createKey();
  const id = newId();
  const key = { ...settings, expiresAt, id, userId: owner._id, hash, prefix, createdBy: user._id };
  const newKey = await services.database.transaction(async (sql) => {
    if (!(await insertKey(sql, key))) return undefined;
    await report(sql, call, 'keyMade', { owner: owner._id, name: key.name });
    // Read before the commit: nobody can ask for the text of the key again.
    return requireValue(await findKey(call, id, sql), id);
  });
  if (!newKey) return refuse(problem('A039', '', { max: MOST_KEYS }));
  return answer(call, 201, NewApiKey, { ...newKey, key: text });
}

/** A person makes keys only for themselves: an admin who made one for another could act as them. */
async function findOwner(call: UserCall, id: string) {
  const { descriptor, role, user, services } = call;
  if (id === user._id) return user;
  if (!mayAdminister(descriptor, role)) return refuse(notAllowed(call, 'owner'));
  const users = usersResource(descriptor.resources);
  const owner = await findUser(services.database, users, id);
  const isService = owner && (await isServiceAccount(services.database, users, id));
  return isService ? owner : refuse(problem('V084', 'owner'));
}

/** Changes a key of the caller, or by an admin of a service account. The key itself stays the same. */
export async function updateKey(call: UserCall, session: SessionServices): Promise<Reply> {
  const body = await parseBody(call, keyChangesBody);
  if (isRefusal(body)) return body;
  const { services, descriptor, user } = call;
  const { clock = Date.now } = services;
  const key = await findManaged(call);
  if (isRefusal(key)) return key;
  if (key.owner._id !== user._id && !key.owner.isService)
    return refuse(problem('V084', 'owner'), { status: 403 });
  const context = { descriptor, role: key.owner.role, now: clock() };
  const problems = checkKey(context, body.value);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  if (key.state === 'revoked') return refuseAs('S001');

  const changes = definedOf(body.value);
  const changed = await services.database.transaction(async (sql) => {
    await changeKey(sql, key.id, key.owner._id, { ...key, ...changes });
    const fields = Object.keys(changes);
    await report(sql, call, 'keyChanged', { owner: key.owner._id, name: key.name, fields });
    return requireValue(await findKey(call, key.id, sql), key.id);
  });
  session.authenticator.forget();
  return answer(call, 200, Shape, changed);
}

type Changes = Pick<ApiKey, 'name' | 'addresses' | 'rate' | 'expiresAt'> &
  Pick<z.output<typeof newKeyBody>, 'collections'>;

function definedOf(changes: z.output<typeof keyChangesBody>): Partial<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** Revokes a key of the caller; admins revoke any key. */
export async function endKey(call: UserCall, session: SessionServices): Promise<Reply> {
  const key = await findManaged(call);
  if (isRefusal(key)) return key;
  const { id, name, owner } = key;
  const isDone = await call.services.database.transaction(async (sql) => {
    if (!(await revokeKey(sql, id, owner._id))) return false;
    await report(sql, call, 'keyRevoked', { owner: owner._id, name });
    return true;
  });
  if (!isDone) return refuseAs('S001');
  session.authenticator.forget();
  return answerEmpty(call, 204);
}

/** The key of the path, if it is the caller's or the caller is an admin. Other keys are not found. */
async function findManaged(call: UserCall): Promise<ApiKey | Refusal> {
  const { descriptor, role, user, params } = call;
  const key = await findKey(call, params['id'] ?? '');
  const isTheirs = key?.owner._id === user._id || mayAdminister(descriptor, role);
  return key && isTheirs ? key : refuseAs('S001');
}

async function findKey(
  { services, descriptor }: Pick<UserCall, 'services' | 'descriptor'>,
  id: string,
  sql: QueryRunner = services.database,
): Promise<ApiKey | undefined> {
  const users = usersResource(descriptor.resources);
  return (await listKeys(sql, users, { id }))[0];
}

async function report(
  sql: QueryRunner,
  call: UserCall,
  action: 'keyMade' | 'keyChanged' | 'keyRevoked',
  { owner, ...detail }: AuditDetail & { owner: string },
): Promise<void> {
  const of = { resource: USERS, record: owner };
  await writeAudit(sql, { action, ...auditActorOf(call), ...of, detail });
}
