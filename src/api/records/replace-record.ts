import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problem.ts';
import type { Expected } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { readCurrent } from './current-record.ts';
import { parseIfMatch } from './etag.ts';
import { tryAgain } from './try-again.ts';
import { answerWrite } from './write-answer.ts';

/** Replaces the whole document. What the caller may not write of it stays as it is. */
export async function replaceRecord(
  call: UserCall,
  resource: Resource,
): Promise<Response | Refusal> {
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const body = read.value;
  if (!isObject(body)) return refuse(problem('V002', '', { expected: 'object' }));
  const id = body['_id'];
  if (id === undefined || id === null) return refuse(problem('V001', '_id'));
  if (!isRecordId(id)) return refuse(problem('V002', '_id', { expected: 'newId' }));
  const based = expectedOf(call, body);
  if (isRefusal(based)) return based;

  const { expected } = based;
  return await tryAgain(expected === '*', async () => {
    const found = await readCurrent(call, resource, id, expected);
    if (isRefusal(found)) return found;
    const { descriptor, role, parts, user } = call;
    const { current } = found;
    const checked = checkRecord({
      descriptor,
      role,
      resource,
      mode: 'replace',
      body: expected === '*' ? withoutStamps(body) : body,
      current,
      moment: momentOf(call),
    });
    if ('problems' in checked) return refuse(checked.problems, { status: 422 });
    const by = { userId: user._id };
    const { values } = checked;
    const outcome = await parts.store.update(resource, id, current._version, values, by);
    return answerWrite(call, resource, outcome);
  });
}

/** `If-Match`, else `_version` in the body; the two may not say different things. */
function expectedOf(call: UserCall, body: JsonObject): { expected: Expected } | Refusal {
  const version = body['_version'];
  const hasVersion = version !== undefined && version !== null;
  if (hasVersion && !(Number.isSafeInteger(version) && Number(version) > 0))
    return refuse(problem('V002', '_version', { expected: 'a whole number from 1' }));
  if (!call.request.headers.has('If-Match'))
    return hasVersion ? { expected: Number(version) } : refuseAs('S002');
  const match = parseIfMatch(call.request);
  if (isRefusal(match) || match.expected === '*' || !hasVersion) return match;
  return match.expected === version ? match : refuse(problem('V010', '_version'));
}

/** Who overwrites whatever is there sends back stamps that are out of date, and means no harm. */
function withoutStamps(body: JsonObject): JsonObject {
  const { updatedAt: _, updatedBy: __, ...rest } = body;
  return rest;
}
