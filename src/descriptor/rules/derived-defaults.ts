import { requireItem } from '../../fields/require-entry.ts';
import type { Field } from '../../fields/type/field.ts';
import { mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import type { Expression } from '../expression/expression.ts';
import { parsedOnce } from '../expression/parse-expression.ts';
import { resolveVariables, type Moment } from '../expression/variables.ts';
import { findColumn } from '../column-field.ts';
import { checkField } from '../field-check.ts';
import {
  copiedPath,
  defaultExpression,
  defaultOf,
  isDerivedDefault,
  pathsOf,
} from '../filter/tokens.ts';
import { isObject } from '../json-object.ts';
import { findLookup, splitPath, targetOf } from '../lookups.ts';
import { isRecordId } from './record-check.ts';

type Values = Readonly<Record<string, unknown>>;

/** An expression over values that are given under the paths it names. */
export type Calculation = {
  /** The field that takes the result. */
  field: Field;
  expression: Expression;
  /** The field of the value at each path. Undefined if the creator does not know the path: its value is empty. */
  fields: ReadonlyMap<string, Field | undefined>;
  timeZone: string;
};

/** Who creates records, and where the records that they refer to are found: those that the creator may see. */
export type DefaultSource = {
  descriptor: Descriptor;
  role: string;
  moment: Moment;
  find(resource: Resource, ids: readonly string[], field: string): Promise<readonly Values[]>;
  /** The result for each row of values by path, in their order. */
  calculate(calculation: Calculation, rows: readonly Values[]): Promise<readonly unknown[]>;
};

/** Whether new records of a resource have defaults that are derived from other values. */
export function hasDerivedDefaults({ fields }: Pick<Resource, 'fields'>): boolean {
  for (const field of fields.values()) if (isDerivedDefault(field)) return true;
  return false;
}

/**
 * The defaults that new records derive from their other values and from the records they refer to, for each record in
 * its order: copies (`"default": { "$field": "product.price" }`) and results (`{ "$expression": "addDays(on, 30)" }`).
 * A value that the creator may not read counts as empty, and one that the field does not accept is left out.
 */
export async function deriveDefaults(
  source: DefaultSource,
  resource: Resource,
  records: readonly Values[],
): Promise<readonly Values[]> {
  const derived = records.map((): Record<string, unknown> => ({}));
  for (const field of inOrder(resource)) {
    const known = records.map((record, at) => ({ ...record, ...derived[at] }));
    await deriveField(source, resource, { field, known, derived });
  }
  return derived;
}

/** The fields with such defaults, each after those that its own is derived from. */
function inOrder({ fields }: Pick<Resource, 'fields'>): Iterable<Field> {
  const ordered = new Set<Field>();
  const add = (field: Field | undefined): void => {
    if (!field || ordered.has(field) || !isDerivedDefault(field)) return;
    for (const path of pathsOf(field)) add(fields.get(splitPath(path)[0]));
    ordered.add(field);
  };
  for (const field of fields.values()) add(field);
  return ordered;
}

type Deriving = {
  field: Field;
  known: readonly Values[];
  derived: readonly Record<string, unknown>[];
};

/** Derives one field of the records that lack it. */
async function deriveField(
  source: DefaultSource,
  resource: Resource,
  { field, known, derived }: Deriving,
): Promise<void> {
  const open = [...known.keys()].filter((at) => !Object.hasOwn(requireItem(known, at), field.name));
  const records = open.map((at) => requireItem(known, at));
  const copied = copiedPath(field);
  const values =
    copied === undefined
      ? await calculate(source, resource, field, records)
      : await follow(source, resource, records, copied);
  for (const [index, at] of open.entries()) {
    const value = values[index] ?? null;
    const checked = checkField(field, value);
    if (value !== null && 'value' in checked) requireItem(derived, at)[field.name] = checked.value;
  }
}

async function calculate(
  source: DefaultSource,
  resource: Resource,
  field: Field,
  records: readonly Values[],
): Promise<readonly unknown[]> {
  const expression = parsedOnce(defaultExpression(field) ?? '');
  if (!expression || records.length === 0) return [];
  const paths = pathsOf(field);
  const valid = records.map((record) => withoutInvalid(resource, record, paths));
  const rows = records.map((): Record<string, unknown> => ({}));
  for (const path of paths) {
    const values = await follow(source, resource, valid, path);
    for (const [at, row] of rows.entries()) row[path] = values[at] ?? null;
  }
  const calculation = {
    field,
    expression: resolveVariables(expression, source.moment),
    fields: new Map(paths.map((path) => [path, fieldAt(source, resource, path)])),
    timeZone: resource.timeZone,
  };
  return source.calculate(calculation, rows);
}

/** The field at a path; none if the creator does not know of it. */
function fieldAt({ descriptor }: DefaultSource, resource: Resource, path: string) {
  return findColumn(resource, path) ?? findLookup(descriptor.resources, resource, path)?.field;
}

/** The values that paths begin at, which are not checked yet: an invalid one has a problem of its own. */
function withoutInvalid(
  { fields }: Resource,
  record: Values,
  paths: readonly string[],
): Record<string, unknown> {
  const heads = new Set(paths.map((path) => splitPath(path)[0]));
  return Object.fromEntries(
    [...heads].flatMap((head) => {
      const field = fields.get(head);
      if (!field || !Object.hasOwn(record, head)) return [];
      const checked = checkField(field, record[head]);
      return [[head, 'value' in checked ? checked.value : null]];
    }),
  );
}

/** The values at a path, one reference at a time. */
async function follow(
  source: DefaultSource,
  resource: Resource,
  records: readonly Values[],
  path: string,
): Promise<readonly unknown[]> {
  const { descriptor, role, moment } = source;
  const [head, rest] = splitPath(path);
  if (!mayRead(descriptor, role, resource, head)) return [];
  const field = resource.fields.get(head);
  const preset = field && defaultOf(field, moment);
  const values = records.map((record) => (Object.hasOwn(record, head) ? record[head] : preset));
  if (rest === '') return values;
  const to = targetOf(field);
  if (to === undefined) return values.map((value) => (isObject(value) ? value[rest] : null));
  const target = descriptor.resources.get(to);
  const [next] = splitPath(rest);
  const ids = [...new Set(values.filter(isRecordId))];
  if (!target || ids.length === 0 || !mayRead(descriptor, role, target, next)) return [];
  const found = await source.find(target, ids, next);
  const byId = new Map(found.map((record) => [record['_id'], record]));
  return follow(
    source,
    target,
    values.map((id) => byId.get(id) ?? {}),
    rest,
  );
}
