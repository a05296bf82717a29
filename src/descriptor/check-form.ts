import type { Action } from './actions.ts';
import { checkField } from './field-check.ts';
import { checkJson, isObject } from './json-object.ts';
import { suggestHint } from './suggest.ts';
import { problem, type Problem } from '../fields/problem.ts';

/** What was told for an action, by the rules of the form's fields; nothing may come that was not asked for. */
export function checkForm(
  { form }: Action,
  body: unknown,
): { form: Record<string, unknown> } | { problems: Problem[] } {
  if (!isObject(body)) return { problems: [problem('V002', '', { expected: 'object' })] };
  const problems: Problem[] = checkJson(body, '');
  const told: Record<string, unknown> = {};
  for (const name of Object.keys(body).filter((each) => !form.has(each)))
    problems.push(problem('V009', name, {}, suggestHint(name, [...form.keys()])));
  for (const field of form.values()) {
    const checked = checkField(field, body[field.name] ?? field.default ?? null);
    if ('problems' in checked) problems.push(...checked.problems);
    else told[field.name] = checked.value;
  }
  return problems.length > 0 ? { problems } : { form: told };
}
