import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { looksAtAny } from '../../descriptor/rules/check-rules.ts';
import type { Expected } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { readCurrent } from './current-record.ts';
import { parseIfMatch } from './etag.ts';
import { tryAgain } from './try-again.ts';
import { answerWrite } from './write-answer.ts';

/** Changes the fields that are sent (RFC 7396), in one statement unless it has to look inside an object or at a rule. */
export async function patchRecord(call: UserCall, resource: Resource): Promise<Response | Refusal> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const body = await call.readJson();
  if (isRefusal(body)) return body;

  const { expected } = match;
  const patch: Patch = { call, resource, id, body: body.value };
  if (!needsCurrent(resource, body.value)) return await write(patch, expected);
  // What is looked at must not change under our hands, even when the client does not mind.
  return await tryAgain(expected === '*', async () => {
    const found = await readCurrent(call, resource, id, expected);
    if (isRefusal(found)) return found;
    return await write({ ...patch, current: found.current }, found.current._version);
  });
}

type Patch = {
  call: UserCall;
  resource: Resource;
  id: string;
  body: unknown;
  current?: Record<string, unknown>;
};

function needsCurrent(resource: Resource, body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.values(body).some(isObject) || looksAtAny(resource, Object.keys(body));
}

async function write(patch: Patch, expected: Expected): Promise<Response | Refusal> {
  const { call, resource, id, body, current } = patch;
  const { descriptor, role, parts, user } = call;
  const checked = checkRecord({
    descriptor,
    role,
    resource,
    mode: 'patch',
    body,
    moment: momentOf(call),
    ...(current ? { current } : {}),
  });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });
  const by = { userId: user._id };
  const outcome = await parts.store.update(resource, id, expected, checked.values, by);
  return answerWrite(call, resource, outcome);
}
