import type { Resource } from '../../../descriptor/descriptor.ts';
import type { UserCall } from '../../http/call.ts';
import { actorOf, auditActorOf, queryContext } from '../../../services/acting.ts';
import { type Reply, answerEmpty } from '../../http/answer/answer.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { parseOptionalBody } from '../../http/json-body.ts';
import { userActionBodies as bodies } from './bodies.ts';
import { mayWrite } from '../../../descriptor/access.ts';
import { checkRecord, isRecordId } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import type { QueryRunner, StoredRecord } from '../../../store/store.ts';
import { answerWrite, readCurrent, retryWhileStale } from '../../records/write-answer.ts';
import { parseIfMatch } from '../../http/answer/etag.ts';
import { languageOf } from '../../../store/system/accounts/preferences.ts';
import { USERS, findUser, usersResource } from '../../../store/system/account.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { isAnonymised } from '../../../store/system/accounts/user-guard.ts';
import { removeFactors } from '../../../store/system/accounts/factors.ts';
import { endSessionsOf } from '../../../store/system/accounts/sessions.ts';
import { mailTo } from '../../../services/mail-to.ts';

/** An action on a user; `users` is the resource of the users. */
export type UserAction = (call: UserCall, users: Resource) => Promise<Reply>;

/** Approves a registration, with a role or the one the person registered with. */
export const confirmUser: UserAction = async (call, users) => {
  const body = await parseOptionalBody(call, bodies.confirm);
  if (isRefusal(body)) return body;
  const role = body.value.role ?? undefined;
  return await changeUser(call, users, 'status', (user) => {
    const isSame = role === undefined || role === user['role'];
    if (user['status'] === 'confirmed' && isSame) return undefined;
    if (user['status'] !== 'pending') return refuseState(user);
    return { status: 'confirmed', ...(isSame ? {} : { role }) };
  });
};

/** Disables a user immediately, or enables them again with `disabled: false`. */
export const disableUser: UserAction = async (call, users) => {
  const body = await parseOptionalBody(call, bodies.disable);
  if (isRefusal(body)) return body;
  if (body.value.disabled === false) return await changeUser(call, users, 'status', toEnabled);
  return await changeUser(call, users, 'status', ({ status }) =>
    status === 'disabled' ? undefined : { status: 'disabled' },
  );
};

export const enableUser: UserAction = async (call, users) => {
  const body = await parseOptionalBody(call, bodies.enable);
  return isRefusal(body) ? body : await changeUser(call, users, 'status', toEnabled);
};

export const changeRole: UserAction = async (call, users) => {
  const body = await parseOptionalBody(call, bodies.role);
  if (isRefusal(body)) return body;
  const { role } = body.value;
  return await changeUser(call, users, 'role', (user) =>
    user['role'] === role ? undefined : { role },
  );
};

/** Enables only disabled users. Waiting users are approved instead, which also notifies them. */
const toEnabled: Change = (user) => {
  if (user['status'] === 'confirmed') return undefined;
  return user['status'] === 'disabled' ? { status: 'confirmed' } : refuseState(user);
};

/** The values that change a user, given the current ones; undefined if nothing has to change. */
type Change = (user: StoredRecord) => Record<string, unknown> | undefined | Refusal;

/**
 * Changes one user like any other write: by the rights of the caller, the rules of the resource and the
 * guard of the users, which logs and reports the change. A version is checked if one was sent.
 */
async function changeUser(
  call: UserCall,
  users: Resource,
  field: 'status' | 'role',
  change: Change,
): Promise<Reply> {
  return await onUser(call, users, field, async (current) => {
    const body = change(current);
    if (body && isRefusal(body)) return body;
    const patch = { mode: 'patch', body: body ?? {}, current } as const;
    const checked = checkRecord({ ...queryContext(call, users), ...patch });
    if ('problems' in checked) return refuse(checked.problems, { status: 422 });
    if (!body) return answerWrite(call, users, { record: current });
    const { _id, _version } = current;
    const { store } = call.services;
    const outcome = await store.update(users, _id, _version, checked.values, actorOf(call));
    return answerWrite(call, users, outcome);
  });
}

/**
 * Runs with the current user of the path, and again if someone else changed the user in between and no
 * version was sent. Callers who may not write `field` do not learn its value either.
 */
async function onUser(
  call: UserCall,
  users: Resource,
  field: 'status' | 'role',
  run: (current: StoredRecord) => Promise<Reply>,
): Promise<Reply> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const { descriptor, role } = call;
  const isKept = !mayWrite(descriptor, role, users, field);
  const match = call.request.headers.has('If-Match')
    ? parseIfMatch(call.request)
    : ({ expected: '*' } as const);
  if (isRefusal(match)) return match;
  const { expected } = match;
  return await retryWhileStale(expected === '*', async () => {
    const existing = await readCurrent(call, users, id, expected);
    if (isRefusal(existing)) return existing;
    return isKept ? refuse(problem('A008', field, { role })) : await run(existing.current);
  });
}

/** The action is only possible for users in other states; the problem names the state of this user. */
function refuseState({ status }: StoredRecord): Refusal {
  return refuse(problem('A016', '', { status: String(status) }));
}

/**
 * Rejects a registration: deletes it with all its values, mails the reason to the person, and records in
 * the audit log who registered and why they were rejected.
 */
export const rejectUser: UserAction = async (call, users): Promise<Reply> => {
  const body = await parseOptionalBody(call, bodies.reject);
  if (isRefusal(body)) return body;
  const reason = body.value.reason || null;
  return await onUser(call, users, 'status', async (user) => {
    if (user['status'] !== 'pending') return refuseState(user);
    const [otherwise = 'en'] = call.descriptor.app.languages;
    const outcome = await call.services.store.transaction(async (store, sql) => {
      // Before the preferences are deleted with the user.
      const language = await languageOf(sql, user._id, otherwise);
      const by = { ...actorOf(call), partOf: 'rejection' } as const;
      const removed = await store.remove(users, user._id, user._version, by);
      if ('record' in removed) await mailRejected(call, sql, user, { reason, language });
      return removed;
    });
    return answerWrite(call, users, outcome);
  });
};

async function mailRejected(
  call: UserCall,
  sql: QueryRunner,
  user: StoredRecord,
  { reason, language }: { reason: string | null; language: string },
): Promise<void> {
  const { name, email, organisation } = user;
  const detail = { name, email, organisation: organisation ?? null, reason };
  const of = { resource: USERS, record: user._id, detail };
  await writeAudit(sql, { action: 'rejected', ...auditActorOf(call), ...of });
  await queueMail(sql, {
    kind: 'rejected',
    to: { address: String(email), name: String(name) },
    language,
    data: { reason },
    dedupeKey: `rejected/${user._id}`,
  });
}

/** Lets a user who has lost their second factor sign in without it. Ends their sessions, and tells them. */
export async function resetFactors(call: UserCall): Promise<Reply> {
  const { services, descriptor, params } = call;
  const user = await findUser(
    services.database,
    usersResource(descriptor.resources),
    params['id'] ?? '',
  );
  if (!user) return refuseAs('S001');
  if (await isAnonymised(services.database, user._id)) return refuseAs('A051');
  await services.database.transaction(async (sql) => {
    const count = await removeFactors(sql, user._id);
    if (count === 0) return;
    await endSessionsOf(sql, user._id, 'factorsReset');
    const of = { resource: USERS, record: user._id, detail: { count } };
    await writeAudit(sql, { action: 'factorsReset', ...auditActorOf(call), ...of });
    await queueMail(sql, {
      kind: 'factorsChanged',
      ...(await mailTo(sql, call, user)),
      data: {
        what: 'factorsReset',
        name: null,
        at: new Date().toISOString(),
        address: null,
      },
    });
  });
  return answerEmpty(call, 204);
}
