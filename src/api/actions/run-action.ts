import { mayRun, type Action } from '../../descriptor/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkField } from '../../descriptor/field-check.ts';
import { checkJson, isObject } from '../../descriptor/json-object.ts';
import { isRecordId } from '../../descriptor/record-check.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { UserCall } from '../call.ts';
import { parseIfMatch } from '../records/etag.ts';
import { answerWrite, refuseStale } from '../records/write-answer.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../refusal.ts';
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

/** What was told, by the rules of the form's fields; nothing may come that was not asked for. */
async function readForm(
  call: UserCall,
  { form }: Action,
): Promise<{ form: Record<string, unknown> } | Refusal> {
  if (form.size === 0) return { form: {} };
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const body = read.value;
  if (!isObject(body)) return refuse(problem('V002', '', { expected: 'object' }));
  const problems: Problem[] = checkJson(body, '');
  const told: Record<string, unknown> = {};
  for (const name of Object.keys(body).filter((each) => !form.has(each)))
    problems.push(problem('V009', name, {}, suggestHint(name, [...form.keys()])));
  for (const field of form.values()) {
    const checked = checkField(field, body[field.name] ?? field.default ?? null);
    if ('problems' in checked) problems.push(...checked.problems);
    else told[field.name] = checked.value;
  }
  return problems.length > 0 ? refuse(problems, { status: 422 }) : { form: told };
}
