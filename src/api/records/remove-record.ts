import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuseAs, type Refusal } from '../http/refusal.ts';
import { parseIfMatch } from './etag.ts';
import { answerWrite } from './write-answer.ts';

export async function removeRecord(
  call: UserCall,
  resource: Resource,
): Promise<Response | Refusal> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const by = { userId: call.user._id };
  const outcome = await call.parts.store.remove(resource, id, match.expected, by);
  return answerWrite(call, resource, outcome);
}
