import { Present } from '../../../contract/presence.ts';
import { z } from 'zod';
import { mayDo } from '../../../descriptor/access.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { noteClosed, noteOpen, readPresent } from '../../../store/system/presence/presence.ts';
import { answer, answerEmpty } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { presenceOperation } from './presence-operation.ts';
import { parseBody } from '../../http/parse-body.ts';
import { isRefusal, refuseAs, type Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/route.ts';
import { limited, takeLimits } from '../../accounts/limits.ts';
import { usersOf } from '../../accounts/who-is.ts';
import { othersThan } from './others.ts';

const body = z.strictObject({
  tab: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('An ID the client chooses for each of its windows.'),
  resource: z.string().max(200),
  _id: z.string().max(64),
  state: z.enum(['open', 'editing', 'closed']),
});

/** Who has a record open says so here, and hears who else has. */
export function presenceRoutes(): Route[] {
  return [
    {
      method: 'PUT',
      path: '/api/presence',
      needs: 'user',
      operation: () => presenceOperation(body),
      run: notePresence,
    },
  ];
}

async function notePresence(call: UserCall): Promise<Response | Refusal> {
  const { parts, descriptor, role, user, sessionId } = call;
  const { database, store } = parts;
  const told = await parseBody(call, body);
  if (isRefusal(told)) return told;
  const { tab, resource: name, _id: id, state } = told.value;
  if (state === 'closed') {
    await noteClosed(database, { sessionId, tab });
    return answerEmpty(call, 204);
  }
  const resource = descriptor.resources.get(name);
  const mayRead = resource !== undefined && mayDo(descriptor, role, resource, 'read');
  // Of a record they may not see nobody learns who looks at it, nor that it is there.
  if (!mayRead || !isRecordId(id) || !(await store.get(resource, id, []))) return refuseAs('S001');
  const refusal = await takeLimits(call, limited('presence', sessionId));
  if (refusal) return refusal;
  const opened = { resource: name, id };
  const isEditing = state === 'editing';
  await noteOpen(database, { ...opened, sessionId, tab, userId: user._id, isEditing });
  const present = await readPresent(database, usersOf(descriptor.resources), opened);
  return answer(call, 200, Present, { people: othersThan(user._id, present) });
}
