import { requireEntry } from '../../fields/require-entry.ts';
import { mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import type { Action } from '../settings/actions.ts';
import {
  type DeclaredFilter,
  fieldsBeyond,
  fieldsOfFilter,
  resolveFilter,
} from '../filter/declared-filter.ts';
import { evaluateFilter, ownPartOf } from '../filter/evaluate-filter.ts';
import type { JsonObject } from '../json-object.ts';
import type { Moment } from '../expression/variables.ts';

/** Whether an action leads on from the state that a record has; other actions are not about states. */
export function leadsOn({ step }: Action, record: JsonObject): boolean {
  const now = step && record[step.field];
  return step === undefined || now === undefined || step.from.some((one) => one === now);
}

/** Whether a role may read all that decides whether the action is possible. */
export function seesCondition(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  { when }: { when?: DeclaredFilter | undefined },
): boolean {
  if (!when) return true;
  const { resources } = descriptor;
  return (
    fieldsOfFilter(when).every((field) => mayRead(descriptor, role, resource, field)) &&
    fieldsBeyond(when.unresolved).every(({ resource: other, field }) =>
      mayRead(descriptor, role, requireEntry(resources, other), field),
    )
  );
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
