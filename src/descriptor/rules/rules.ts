import type { Text, Field } from '../../fields/field.ts';
import {
  type DeclaredFilter,
  fieldsOfFilter,
  toDeclaredFilter,
  resolveFilter,
} from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import type { resourceSettings } from '../resource-settings.ts';
import type { Settled } from '../settings.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import type { JsonObject } from '../json-object.ts';
import type { Moment } from '../filter/tokens.ts';

/** When a field is there, must be filled and may be written; an absent filter leaves it as declared. */
export type Conditions = {
  shown?: DeclaredFilter;
  required?: DeclaredFilter;
  readOnly?: DeclaredFilter;
  /** The fields it looks at; only where one of them changes can it come out differently. */
  looksAt: readonly string[];
};

/** What must hold of a record as a whole. */
export type Check = {
  check: DeclaredFilter;
  message: Text;
  /** Where the message stands when it does not. */
  fields: readonly string[];
  looksAt: readonly string[];
};

/** What the values of a record must be to each other, and to those of other records. */
export type Rules = {
  /** In an order in which a field comes after those that decide whether it is shown. */
  conditions: ReadonlyMap<string, Conditions>;
  checks: readonly Check[];
  /** Sets of fields whose values together no two records share, where all of them are filled. */
  unique: readonly (readonly string[])[];
};

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The rules of a resource, read once. Trusts its source, as `to-descriptor.ts` does. */
export function toRules(
  resource: Fields,
  { checks, unique }: Pick<Settled<typeof resourceSettings>, 'checks' | 'unique'>,
): Rules {
  return {
    conditions: inOrder(resource),
    checks: checks.map(({ check: where, ...declared }) => {
      const check = toDeclaredFilter(resource, where);
      const looksAt = fieldsOfFilter(check);
      return {
        check,
        fields: looksAt.filter((name) => resource.fields.has(name)),
        looksAt,
        ...declared,
      };
    }),
    unique,
  };
}

function inOrder(resource: Fields): ReadonlyMap<string, Conditions> {
  const ordered = new Map<string, Conditions>();
  const add = (field: Field): void => {
    if (!field.when || ordered.has(field.name)) return;
    const conditions = toConditions(resource, field.when);
    // Nothing is shown by itself in the end (D030), so this comes to an end too.
    const deciding = conditions.shown ? fieldsOfFilter(conditions.shown) : [];
    for (const name of deciding) {
      const other = resource.fields.get(name);
      if (other && other !== field) add(other);
    }
    ordered.set(field.name, conditions);
  };
  for (const field of resource.fields.values()) add(field);
  return ordered;
}

function toConditions(resource: Fields, when: NonNullable<Field['when']>): Conditions {
  const filters = Object.entries(when).flatMap(([name, where]): [string, DeclaredFilter][] =>
    where === undefined ? [] : [[name, toDeclaredFilter(resource, where)]],
  );
  const looksAt = new Set(filters.flatMap(([, filter]) => fieldsOfFilter(filter)));
  return { ...Object.fromEntries(filters), looksAt: [...looksAt] };
}

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
