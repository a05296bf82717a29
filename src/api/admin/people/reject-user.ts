import { languageOf } from '../../../store/system/accounts/language-of.ts';
import { USERS } from '../../../store/system/account.ts';
import { noteAudit } from '../../../store/system/audit/note-audit.ts';
import { putMail } from '../../../store/system/outbox/put-mail.ts';
import type { QueryRunner, StoredRecord } from '../../../store/store.ts';
import { actorOf } from '../../http/actor.ts';
import type { UserCall } from '../../http/call.ts';
import { answerWrite } from '../../records/write-answer.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { onUser, refuseState } from './change-user.ts';
import { readTold } from './read-told.ts';
import type { UserAction } from './user-actions.ts';
import { userActionBodies } from './user-action-bodies.ts';

/**
 * Turns down who has registered: the request is deleted with all that was entered, its sender
 * is mailed the reason, and the audit keeps who asked and why not.
 */
export const rejectUser: UserAction = async (call, users): Promise<Response | Refusal> => {
  const told = await readTold(call, userActionBodies.reject);
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
  const { userId: actor, sessionId: session, address, requestId } = actorOf(call);
  const { name, email, organisation } = user;
  await noteAudit(sql, {
    action: 'rejected',
    actor,
    session,
    address,
    requestId,
    resource: USERS,
    record: user._id,
    detail: { name, email, organisation: organisation ?? null, reason },
  });
  await putMail(sql, {
    kind: 'rejected',
    to: { address: String(email), name: String(name) },
    language,
    data: { reason },
    dedupeKey: `rejected/${user._id}`,
  });
}
