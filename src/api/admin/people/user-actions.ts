import type { Resource } from '../../../descriptor/descriptor.ts';
import { actorOf, type UserCall, auditedBy, askingOf } from '../../http/call.ts';
import { isRefusal, type Refusal, refuse, refuseAs, type Reply } from '../../http/refusal.ts';
import { readTold } from '../../http/json-body.ts';
import { userActionBodies as bodies } from './bodies.ts';
import { mayWrite } from '../../../descriptor/access.ts';
import { checkRecord, isRecordId } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problem.ts';
import type { QueryRunner, StoredRecord } from '../../../store/store.ts';
import { answerWrite, readCurrent, tryAgain } from '../../records/write-answer.ts';
import { parseIfMatch } from '../../records/etag.ts';
import { languageOf } from '../../../store/system/accounts/preferences.ts';
import { USERS } from '../../../store/system/account.ts';
import { noteAudit } from '../../../store/system/audit/note-audit.ts';
import { putMail } from '../../../store/system/outbox/put-mail.ts';

/** What is done with a user, of whose resource. */
export type UserAction = (call: UserCall, users: Resource) => Promise<Reply>;

/** Lets in who has registered; with a role, or the one they were given then. */
export const confirmUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.confirm);
  if (isRefusal(told)) return told;
  const role = told.value.role ?? undefined;
  return await changeUser(call, users, 'status', (user) => {
    const isSame = role === undefined || role === user['role'];
    if (user['status'] === 'confirmed' && isSame) return undefined;
    if (user['status'] !== 'pending') return refuseState(user);
    return { status: 'confirmed', ...(isSame ? {} : { role }) };
  });
};

/** Shuts somebody out at once, or with `disabled: false` lets them in again. */
export const disableUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.disable);
  if (isRefusal(told)) return told;
  if (told.value.disabled === false) return await changeUser(call, users, 'status', toEnabled);
  return await changeUser(call, users, 'status', ({ status }) =>
    status === 'disabled' ? undefined : { status: 'disabled' },
  );
};

export const enableUser: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.enable);
  return isRefusal(told) ? told : await changeUser(call, users, 'status', toEnabled);
};

export const giveRole: UserAction = async (call, users) => {
  const told = await readTold(call, bodies.role);
  if (isRefusal(told)) return told;
  const { role } = told.value;
  return await changeUser(call, users, 'role', (user) =>
    user['role'] === role ? undefined : { role },
  );
};

/** Who waits is let in by confirming, which tells them; only who was shut out is enabled. */
const toEnabled: Change = (user) => {
  if (user['status'] === 'confirmed') return undefined;
  return user['status'] === 'disabled' ? { status: 'confirmed' } : refuseState(user);
};

/** What a change makes of a user, seeing them as they are; undefined: they are like that already. */
type Change = (user: StoredRecord) => Record<string, unknown> | undefined | Refusal;

/**
 * Changes one user as any write does: by the rights of the caller, the rules of the resource and the
 * guard of the users, who notes and tells what came of it. A version is looked at if one is sent.
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
    const asked = { mode: 'patch', body: body ?? {}, current } as const;
    const checked = checkRecord({ ...askingOf(call, users), ...asked });
    if ('problems' in checked) return refuse(checked.problems, { status: 422 });
    if (!body) return answerWrite(call, users, { record: current });
    const { _id, _version } = current;
    const { store } = call.parts;
    const outcome = await store.update(users, _id, _version, checked.values, actorOf(call));
    return answerWrite(call, users, outcome);
  });
}

/**
 * The user of the path as they are now; once more when somebody wrote them meanwhile and no version
 * was sent. Whoever may not write `field` is not told either what it holds.
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
  return await tryAgain(expected === '*', async () => {
    const found = await readCurrent(call, users, id, expected);
    if (isRefusal(found)) return found;
    return isKept ? refuse(problem('A008', field, { role })) : await run(found.current);
  });
}

/** Only users in some states can have this done; `is` is the one this user is in. */
function refuseState({ status }: StoredRecord): Refusal {
  return refuse(problem('A016', '', { status: String(status) }));
}

/**
 * Turns down who has registered: the request is deleted with all that was entered, its sender
 * is mailed the reason, and the audit keeps who asked and why not.
 */
export const rejectUser: UserAction = async (call, users): Promise<Reply> => {
  const told = await readTold(call, bodies.reject);
  if (isRefusal(told)) return told;
  const reason = told.value.reason || null;
  return await onUser(call, users, 'status', async (user) => {
    if (user['status'] !== 'pending') return refuseState(user);
    const [otherwise = 'en'] = call.descriptor.app.languages;
    const outcome = await call.parts.store.transaction(async (store, sql) => {
      // Before what they like is gone with them.
      const language = await languageOf(sql, user._id, otherwise);
      const by = { ...actorOf(call), partOf: 'rejection' } as const;
      const removed = await store.remove(users, user._id, user._version, by);
      if ('record' in removed) await tellRejected(call, sql, user, { reason, language });
      return removed;
    });
    return answerWrite(call, users, outcome);
  });
};

async function tellRejected(
  call: UserCall,
  sql: QueryRunner,
  user: StoredRecord,
  { reason, language }: { reason: string | null; language: string },
): Promise<void> {
  const { name, email, organisation } = user;
  const detail = { name, email, organisation: organisation ?? null, reason };
  const of = { resource: USERS, record: user._id, detail };
  await noteAudit(sql, { action: 'rejected', ...auditedBy(call), ...of });
  await putMail(sql, {
    kind: 'rejected',
    to: { address: String(email), name: String(name) },
    language,
    data: { reason },
    dedupeKey: `rejected/${user._id}`,
  });
}
