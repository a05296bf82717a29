import { resolveFilter, type DeclaredFilter } from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import type { JsonObject } from '../json-object.ts';
import type { Moment } from '../filter/tokens.ts';

/** How a field stands in one record. */
export type FieldState = { shown: boolean; required: boolean; readOnly: boolean };

export type RecordState = {
  /** Of the fields with conditions; the others are as they are declared. */
  fields: ReadonlyMap<string, FieldState>;
  /** The record without the values of fields that are not shown: what conditions and checks see. */
  seen: JsonObject;
};

/** What the conditions of a resource make of a record: the same question in a form, an import and the API. */
export function toRecordState(
  { fields, conditions }: Pick<Resource, 'fields' | 'conditions'>,
  record: JsonObject,
  moment: Moment,
): RecordState {
  const seen = { ...record };
  const holds = (filter: DeclaredFilter) => evaluateFilter(resolveFilter(filter, moment), seen);
  const hidden = new Set<string>();
  for (const [name, { shown }] of conditions) {
    if (!shown || holds(shown)) continue;
    hidden.add(name);
    seen[name] = emptyOf(fields.get(name)!);
  }
  const states = [...conditions].map(([name, { required, readOnly }]) => {
    const shown = !hidden.has(name);
    const state: FieldState = {
      shown,
      required: shown && required !== undefined && holds(required),
      readOnly: readOnly !== undefined && holds(readOnly),
    };
    return [name, state] as const;
  });
  return { fields: new Map(states), seen };
}
