import { requireEntry } from '../../fields/require-entry.ts';
import { hasRetired } from '../../fields/type/retired-values.ts';
import type { Text, Field } from '../../fields/type/field.ts';
import {
  type DeclaredFilter,
  fieldsOfFilter,
  toDeclaredFilter,
  resolveFilter,
} from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import type { resourceSettings } from '../settings/resource-settings.ts';
import type { WithDefaults } from '../settings/settings.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import { isSameJson, type JsonObject } from '../json-object.ts';
import type { Moment } from '../filter/tokens.ts';

/** When a field is shown, required and read-only. Without a filter it stays as declared. */
export type Conditions = {
  shown?: DeclaredFilter;
  required?: DeclaredFilter;
  readOnly?: DeclaredFilter;
  /** The fields that the conditions read. Their results only change when one of these does. */
  looksAt: readonly string[];
};

/** A condition on a record as a whole. */
export type Check = {
  check: DeclaredFilter;
  message: Text;
  /** The fields that show the message. */
  fields: readonly string[];
  looksAt: readonly string[];
};

/** A condition in the language of computed fields. */
export type ExpressionCheck = {
  /** Its place among all checks of the resource. */
  index: number;
  expression: string;
  message: Text;
  /** The fields that show the message; none: the record as a whole. */
  fields: readonly string[];
  /** The writes at which it is judged, whatever they change. Absent: creations and changes of what it reads. */
  on?: readonly CheckedWrite[];
};

type CheckedWrite = 'create' | 'update' | 'delete';

/** Whether a check is judged at a creation, or at a change of what it reads. */
export function isJudgedAt(write: 'create' | 'update', on: ExpressionCheck['on']): boolean {
  return on === undefined || on.includes(write);
}

/** The rules between the values of a record, and between records. */
export type Rules = {
  /** Ordered so that a field comes after those that decide whether it is shown. */
  conditions: ReadonlyMap<string, Conditions>;
  checks: readonly Check[];
  /** The conditions that only the database can judge. */
  expressionChecks: readonly ExpressionCheck[];
  /** Sets of fields whose combined values must be unique among records that fill all of them. */
  unique: readonly (readonly string[])[];
  /** Fields with values that records may keep but that nobody may set. */
  retiring: ReadonlySet<string>;
};

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The rules of a resource, parsed once. It expects valid declarations, as `to-descriptor.ts` does. */
export function toRules(
  resource: Fields,
  { checks, unique }: Pick<WithDefaults<typeof resourceSettings>, 'checks' | 'unique'>,
): Rules {
  return {
    conditions: inOrder(resource),
    checks: checks.flatMap(({ check: where, ...declared }) => {
      if (typeof where === 'string') return [];
      const check = toDeclaredFilter(resource, where);
      const looksAt = fieldsOfFilter(check);
      const fields = looksAt.filter((name) => resource.fields.has(name));
      return [{ check, fields, looksAt, ...declared }];
    }),
    expressionChecks: checks.flatMap(({ check: expression, ...declared }, index) =>
      typeof expression === 'string' ? [{ index, expression, fields: [], ...declared }] : [],
    ),
    unique,
    retiring: new Set([...resource.fields.values()].filter(hasRetired).map(({ name }) => name)),
  };
}

function inOrder(resource: Fields): ReadonlyMap<string, Conditions> {
  const ordered = new Map<string, Conditions>();
  const add = (field: Field): void => {
    if (!field.when || ordered.has(field.name)) return;
    const conditions = toConditions(resource, field.when);
    // No field depends on itself (D030), so this ends.
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

/** The state of a field in one record. */
export type FieldState = { shown: boolean; required: boolean; readOnly: boolean };

export type RecordState = {
  /** The states of fields with conditions; the others are as declared. */
  fields: ReadonlyMap<string, FieldState>;
  /** The record without the values of hidden fields: what conditions and checks read. */
  seen: JsonObject;
};

/** Evaluates the conditions of a resource for a record. Forms, imports and the API share this function. */
export function toRecordState(
  { fields, conditions }: Pick<Resource, 'fields' | 'conditions'>,
  record: JsonObject,
  moment: Moment,
): RecordState {
  // Copied only when a hidden field has a value, which few records have.
  let seen = record;
  const holds = (filter: DeclaredFilter) => evaluateFilter(resolveFilter(filter, moment), seen);
  const hidden = new Set<string>();
  for (const [name, { shown }] of conditions) {
    if (!shown || holds(shown)) continue;
    hidden.add(name);
    const empty = emptyOf(requireEntry(fields, name));
    if (!isSameJson(seen[name] ?? empty, empty)) seen = { ...seen, [name]: empty };
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
