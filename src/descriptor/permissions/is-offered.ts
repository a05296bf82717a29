import type { Action } from '../actions.ts';
import { fieldsOfFilter, resolveFilter } from '../filter/declared-filter.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import type { JsonObject } from '../json-object.ts';
import type { Moment } from '../filter/tokens.ts';

/** Whether an action is offered for a record. A condition on a value that is not loaded hides nothing; the route decides. */
export function isOffered({ when }: Action, record: JsonObject, moment: Moment): boolean {
  if (!when || fieldsOfFilter(when).some((name) => record[name] === undefined)) return true;
  return evaluateFilter(resolveFilter(when, moment), record);
}
