import { requireItem } from '../../fields/require-entry.ts';
import { PresenceReport, type Person, PresentPeople } from '../../contract/people/presence.ts';
import { mayDo } from '../../descriptor/access.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import {
  markClosed,
  markOpen,
  type Presence as PresentUser,
  readPresent,
} from '../../store/system/presence/presence.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuseAs } from '../../services/refusal.ts';
import { seenNames } from '../../services/seen-names.ts';
import { usersResource } from '../../store/system/account.ts';
import { counterOf, spendLimits } from '../accounts/limits.ts';

export async function reportPresence(call: UserCall): Promise<Reply> {
  const { services, descriptor, role, user, sessionId } = call;
  const { database, store } = services;
  const body = await parseBody(call, PresenceReport);
  if (isRefusal(body)) return body;
  const { tab, resource: name, _id: id, state } = body.value;
  if (state === 'closed') {
    await markClosed(database, { sessionId, tab });
    return answerEmpty(call, 204);
  }
  const resource = descriptor.resources.get(name);
  const mayRead = resource !== undefined && mayDo(descriptor, role, resource, 'read');
  // Callers who may not see a record must not learn who has it open, nor that it exists.
  if (!mayRead || !isRecordId(id) || !(await store.get(resource, id, []))) return refuseAs('S001');
  const refusal = await spendLimits(call, counterOf('presence', sessionId));
  if (refusal) return refusal;
  const opened = { resource: name, id };
  const isEditing = state === 'editing';
  await markOpen(database, { ...opened, sessionId, tab, userId: user._id, isEditing });
  const present = await readPresent(database, usersResource(descriptor.resources), opened);
  return answer(call, 200, PresentPeople, { people: await toOtherPeople(call, present) });
}

/**
 * The people who have a record open, except the one who asks. Several windows of one person count once. Somebody whose
 * name the one who asks may not see has none.
 */
export async function toOtherPeople(
  asking: Parameters<typeof seenNames>[0],
  present: readonly PresentUser[],
): Promise<Person[]> {
  const others = present.filter((each) => each.userId !== asking.user._id);
  const named = await seenNames(
    asking,
    others.map(({ userId }) => userId),
  );
  return [...Map.groupBy(others, (each) => each.userId)].map(([userId, windows]) => ({
    name: named.has(userId) ? requireItem(windows, 0).name : '',
    editing: windows.some(({ isEditing }) => isEditing),
  }));
}
