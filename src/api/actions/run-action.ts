import { mayRun, type Action } from '../../descriptor/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problem.ts';
import type { UserCall } from '../http/call.ts';
import { parseIfMatch } from '../records/etag.ts';
import { answerWrite, refuseStale } from '../records/write-answer.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { checkForm } from '../../descriptor/check-form.ts';
import type { ActionCode } from './define-action.ts';

/** Checks who asks for what of which record, and has it done. */
export async function runAction(
  call: UserCall,
  resource: Resource,
  action: Action,
  code: ActionCode,
): Promise<Response | Refusal> {
  const { descriptor, role, parts, user } = call;
  if (!mayRun(descriptor, role, action)) return refuse(problem('A006', '', { role }));
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const told = await readForm(call, action);
  if (isRefusal(told)) return told;

  const [record] = await parts.store.findMany(resource, '_id', [id]);
  if (!record) return refuseAs('S001');
  const { expected } = match;
  if (expected !== '*' && expected !== record._version) return refuseStale(call, resource, record);
  const { form } = told;
  const outcome = await code.run({ resource, record, expected, form, user, store: parts.store });
  if ('problems' in outcome && !('failure' in outcome))
    return refuse(outcome.problems, { status: 422 });
  return answerWrite(call, resource, outcome);
}

async function readForm(
  call: UserCall,
  action: Action,
): Promise<{ form: Record<string, unknown> } | Refusal> {
  if (action.form.size === 0) return { form: {} };
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const told = checkForm(action, read.value);
  return 'form' in told ? told : refuse(told.problems, { status: 422 });
}
