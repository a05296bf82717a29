import type { Resource } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/record-check.ts';
import type { UserCall } from '../call.ts';
import { momentOf } from '../moment.ts';
import { checkNewId } from '../reserved-ids.ts';
import type { Route } from '../route.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { answerWrite } from './write-answer.ts';

export async function createRecord(
  call: UserCall,
  resource: Resource,
  routes: () => readonly Route[],
): Promise<Response | Refusal> {
  const { descriptor, role, parts, user } = call;
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const checked = checkRecord({
    descriptor,
    role,
    resource,
    mode: 'create',
    body: body.value,
    moment: momentOf(call),
  });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });

  const unusable = checkNewId(checked.id, resource, routes());
  if (unusable.length > 0) return refuse(unusable, { status: 422 });

  const by = { userId: user._id };
  const outcome = await parts.store.create(resource, checked.values, by, checked.id);
  return answerWrite(call, resource, outcome, 201);
}
