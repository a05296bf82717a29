import type { Action } from '../settings/actions.ts';
import { fieldsOfFilter, resolveFilter } from '../filter/declared-filter.ts';
import { evaluateFilter, ownPartOf } from '../filter/evaluate-filter.ts';
import type { JsonObject } from '../json-object.ts';
import type { Moment } from '../expression/variables.ts';

/** Whether an action leads on from the state that a record has; other actions are not about states. */
export function leadsOn({ step }: Action, record: JsonObject): boolean {
  const now = step && record[step.field];
  return step === undefined || now === undefined || step.from.some((one) => one === now);
}

/**
 * Whether an action is possible for a record, as far as the record can tell. A value that is not loaded, and a
 * condition on other records, prevent nothing; the server decides.
 */
export function isOffered(action: Action, record: JsonObject, moment: Moment): boolean {
  const { when, step, form } = action;
  // The form of a step has fields of the record, and its condition is about the values that are sent.
  const isOpen = (name: string) =>
    record[name] === undefined || (step !== undefined && form.has(name));
  if (!when || fieldsOfFilter(when).some(isOpen)) return true;
  return evaluateFilter(ownPartOf(resolveFilter(when, moment)), record);
}
