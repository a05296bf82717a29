import { requireEntry } from '../../fields/require-entry.ts';
import { hasRetired } from '../../fields/type/retired-values.ts';
import type { Text, Field } from '../../fields/type/field.ts';
import {
  type DeclaredFilter,
  fieldsOfFilter,
  isKnownInMemory,
  readDeclared,
  resolveFilter,
} from '../filter/declared-filter.ts';
import { readCondition } from '../filter/read-condition.ts';
import type { Resource } from '../descriptor.ts';
import type { resourceSettings } from '../settings/resource-settings.ts';
import type { WithDefaults } from '../settings/settings.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { emptyOf } from '../field-check.ts';
import { isSameJson, type JsonObject } from '../json-object.ts';
import type { Moment } from '../expression/variables.ts';

type FieldConditions = {
  shown?: DeclaredFilter;
  required?: DeclaredFilter;
  readOnly?: DeclaredFilter;
};

/** When a field is shown, required and read-only. Without a filter it stays as declared. */
export type Conditions = FieldConditions & {
  /** Those that the values of a record alone do not decide: the database judges them. */
  beyond: FieldConditions;
  /** The fields that the conditions read. Their results only change when one of these does. */
  looksAt: readonly string[];
};

/** A condition on a record as a whole. */
export type Check = {
  /** Its place among all checks of the resource. */
  index: number;
  check: DeclaredFilter;
  /** As the descriptor has it. */
  declared: string | JsonObject;
  message: Text;
  /** The fields that show the message; none: the record as a whole. */
  fields: readonly string[];
  looksAt: readonly string[];
  /** The writes at which it is judged, whatever they change. Absent: creations and changes of what it reads. */
  on?: readonly CheckedWrite[];
};

type CheckedWrite = 'create' | 'update' | 'delete';

/** Whether a check is judged at a creation, or at a change of what it reads. */
export function isJudgedAt(write: 'create' | 'update', on: Check['on']): boolean {
  return on === undefined || on.includes(write);
}

/** The rules between the values of a record, and between records. */
export type Rules = {
  /** Ordered so that a field comes after those that decide whether it is shown. */
  conditions: ReadonlyMap<string, Conditions>;
  /** Those that the values of a record alone decide: forms judge them while somebody types. */
  checks: readonly Check[];
  /** Those that only the database can judge, in the transaction of a write. */
  storedChecks: readonly Check[];
  /** Sets of fields whose combined values must be unique among records that fill all of them. */
  unique: readonly (readonly string[])[];
  /** Fields with values that records may keep but that nobody may set. */
  retiring: ReadonlySet<string>;
};

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The rules of a resource, parsed once. It expects valid declarations, as `to-descriptor.ts` does. */
export function toRules(
  resource: Fields,
  resources: ReadonlyMap<string, Fields>,
  { checks, unique }: Pick<WithDefaults<typeof resourceSettings>, 'checks' | 'unique'>,
): Rules {
  const all = checks.map(({ check: declared, ...rest }, index) => {
    const check = readDeclared({ resource, resources, ...inChecks }, toWhere(declared));
    const looksAt = fieldsOfFilter(check);
    const isOwn = rest.on === undefined && isKnownInMemory(resource, check.unresolved);
    const fields = isOwn ? looksAt.filter((name) => resource.fields.has(name)) : [];
    return { index, check, declared, looksAt, fields, isOwn, ...rest };
  });
  return {
    conditions: inOrder(resource, resources),
    checks: all.filter(({ isOwn }) => isOwn),
    storedChecks: all.filter(({ isOwn }) => !isOwn),
    unique,
    retiring: new Set([...resource.fields.values()].filter(hasRetired).map(({ name }) => name)),
  };
}

/** The condition of a check can use everything. */
export const inChecks = { before: true } as const;

function toWhere(declared: string | JsonObject): JsonObject {
  if (typeof declared !== 'string') return declared;
  const read = readCondition(declared);
  if ('problems' in read) throw new Error(`${declared}: ${read.problems[0]?.message}`);
  return read.where;
}

function inOrder(
  resource: Fields,
  resources: ReadonlyMap<string, Fields>,
): ReadonlyMap<string, Conditions> {
  const ordered = new Map<string, Conditions>();
  const add = (field: Field): void => {
    if (!field.when || ordered.has(field.name)) return;
    const conditions = toConditions(resource, resources, field.when);
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

function toConditions(
  resource: Fields,
  resources: ReadonlyMap<string, Fields>,
  when: NonNullable<Field['when']>,
): Conditions {
  const filters = Object.entries(when).flatMap(([name, where]): [string, DeclaredFilter][] =>
    where === undefined ? [] : [[name, readDeclared({ resource, resources }, where)]],
  );
  const isBeyond = ([, { unresolved }]: (typeof filters)[number]) =>
    !isKnownInMemory(resource, unresolved);
  // A field is only required where it is shown.
  const isHiding = filters.some((each) => each[0] === 'shown' && isBeyond(each));
  const { own, beyond } = Object.groupBy(filters, (each) =>
    isBeyond(each) || (isHiding && each[0] === 'required') ? 'beyond' : 'own',
  );
  const looksAt = new Set(filters.flatMap(([, filter]) => fieldsOfFilter(filter)));
  return {
    ...Object.fromEntries(own ?? []),
    beyond: Object.fromEntries(beyond ?? []),
    looksAt: [...looksAt],
  };
}

/** Whether some field has a condition that asks other records. */
export function asksOthers({ conditions }: Pick<Rules, 'conditions'>): boolean {
  return [...conditions.values()].some(({ beyond }) => Object.keys(beyond).length > 0);
}

/** The state of a field in one record. */
export type FieldState = { shown: boolean; required: boolean; readOnly: boolean };

export type RecordState = {
  /** The states of fields with conditions; the others are as declared. */
  fields: ReadonlyMap<string, FieldState>;
  /** The record without the values of hidden fields: what conditions and checks read. */
  seen: JsonObject;
};

/** Whether a record meets a condition about other records, as far as that is known. */
export type Judged = (condition: DeclaredFilter, record: JsonObject) => boolean | undefined;

/** Evaluates the conditions of a resource for a record. Forms, imports and the API share this function. */
export function toRecordState(
  { fields, conditions }: Pick<Resource, 'fields' | 'conditions'>,
  record: JsonObject,
  moment: Moment,
  judged: Judged = () => undefined,
): RecordState {
  // Copied only when a hidden field has a value, which few records have.
  let seen = record;
  const holds = (filter: DeclaredFilter) => evaluateFilter(resolveFilter(filter, moment), seen);
  const hidden = new Set<string>();
  for (const [name, { shown, beyond }] of conditions) {
    const isShown = shown ? holds(shown) : !beyond.shown || (judged(beyond.shown, seen) ?? true);
    if (isShown) continue;
    hidden.add(name);
    const empty = emptyOf(requireEntry(fields, name));
    if (!isSameJson(seen[name] ?? empty, empty)) seen = { ...seen, [name]: empty };
  }
  const states = [...conditions].map(([name, { required, readOnly, beyond }]) => {
    const shown = !hidden.has(name);
    const isMet = (own: DeclaredFilter | undefined, other: DeclaredFilter | undefined) =>
      own ? holds(own) : other !== undefined && (judged(other, seen) ?? false);
    const state: FieldState = {
      shown,
      required: shown && isMet(required, beyond.required),
      readOnly: isMet(readOnly, beyond.readOnly),
    };
    return [name, state] as const;
  });
  return { fields: new Map(states), seen };
}
