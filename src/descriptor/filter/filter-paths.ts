import { requireEntry } from '../../fields/require-entry.ts';
import type { Field } from '../../fields/type/field.ts';
import { isOperator, type Operator } from '../../fields/type/operators.ts';
import { mayRead, readableFields } from '../access.ts';
import { systemFields, type Resource } from '../descriptor.ts';
import { joinLabels, MOST_REFERENCES } from '../lookups.ts';
import { countField, countOperators, splitCounted } from './relation-filter.ts';
import { offeredOperators, type QueryContext } from './query-term.ts';
import {
  findRelationPath,
  findReferring,
  readReferring,
  referringFields,
  visibleTo,
} from '../relations.ts';
import { findField } from '../system-fields.ts';
import { seesThreads, threadFields, threadOperators } from './thread-filter.ts';

/** A path that a list can be filtered by. */
export type FilterPath = {
  /** `year`, `tagtog.id`, `source.year`, `count(extractions.source)` or `some(extractions.source).value`. */
  path: string;
  /** The field that describes its values; for a count, a whole number. */
  field: Field;
  operators: readonly Operator[];
  /** The reference that it follows; of several, the first with the labels of all. */
  through?: Field;
  /** How many references it follows. */
  followed?: number;
  /** For a count: the field that refers to the record. */
  count?: { resource: Resource; field: Field };
  /** The path is that of a field of records that refer to the record. */
  referring?: { resource: Resource; field: Field };
};

/** Everything that a role may filter a list by: own fields, then fields behind references, then counts. */
export function filterPaths(context: QueryContext): FilterPath[] {
  const visible = visibleTo(context.descriptor, context.role);
  const own = pathsOf(context, context.resource);
  const threads = [...threadFields.keys()].flatMap((name) => threadPath(context, name) ?? []);
  const beyond = own.flatMap(({ path, field: through }) => {
    const relation = findRelationPath(visible, context.resource, `${path}._id`);
    if (!relation) return [];
    return pathsOf(context, relation.target).map((each) => ({
      ...each,
      path: `${path}.${each.path}`,
      through,
      followed: 1,
    }));
  });
  const counts = referringFields(visible, context.resource).map(({ resource, field }) => ({
    path: `count(${resource.name}.${field})`,
    field: countField,
    operators: countOperators,
    count: { resource, field: requireEntry(resource.fields, field) },
  }));
  return [...own, ...beyond, ...counts, ...threads];
}

/** Reads a path of a filter; undefined when it does not exist or the role may not use it. */
export function findFilterPath(context: QueryContext, path: string): FilterPath | undefined {
  const isInside = context.followed !== undefined;
  const count = isInside ? undefined : /^count\((.*)\)$/.exec(path)?.[1];
  const counted =
    count === undefined ? undefined : findReferringField(context, splitCounted(count).path);
  if (counted) return { path, field: countField, operators: countOperators, count: counted };
  const own = pathOf(context, context.resource, path);
  if (own) return own;
  const back = isInside ? undefined : readReferring(path);
  const referring = back && findReferringField(context, back.path);
  if (referring) {
    const end = findFilterPath(
      { ...context, resource: referring.resource, followed: 0 },
      back.rest,
    );
    return end && { ...end, path, referring };
  }
  return findThrough(context, path);
}

function findThrough(context: QueryContext, path: string): FilterPath | undefined {
  const visible = visibleTo(context.descriptor, context.role);
  const relation = findRelationPath(visible, context.resource, path);
  const followed = (context.followed ?? 0) + 1;
  if (!relation || followed > MOST_REFERENCES) return undefined;
  const { target, rest, reference } = relation;
  const beyond = findFilterPath({ ...context, resource: target, followed }, rest);
  const first = findField(context.resource, reference);
  if (!beyond || !first) return undefined;
  const label = beyond.through ? joinLabels(first.label, beyond.through.label) : first.label;
  const through = { ...first, label };
  return { ...beyond, path, through, followed: (beyond.followed ?? 0) + 1 };
}

function findReferringField({ descriptor, role, resource }: QueryContext, path: string) {
  const referring = findReferring(visibleTo(descriptor, role), resource, path);
  if (!referring) return undefined;
  return { ...referring, field: requireEntry(referring.resource.fields, referring.field) };
}

/** Splits a key into path and operator. `year_gte` means `year` and `gte`, unless a field has the name `year_gte`. */
export function splitTerm(
  context: QueryContext,
  key: string,
): { path: string; operator: Operator } {
  const cut = key.lastIndexOf('_');
  const operator = key.slice(cut + 1);
  const isWhole = cut <= 0 || !isOperator(operator) || findFilterPath(context, key) !== undefined;
  return isWhole ? { path: key, operator: 'eq' } : { path: key.slice(0, cut), operator };
}

function pathsOf(context: QueryContext, resource: Resource): FilterPath[] {
  const { descriptor, role } = context;
  const names = [...readableFields(descriptor, role, resource), ...systemFields];
  return names.flatMap((name) => {
    const parts = resource.fields.get(name);
    const inside = [...(parts?.kind.parts?.(parts.settings).keys() ?? [])];
    return [name, ...inside.map((part) => `${name}.${part}`)].flatMap(
      (path) => pathOf(context, resource, path) ?? [],
    );
  });
}

function pathOf(context: QueryContext, resource: Resource, path: string): FilterPath | undefined {
  const { descriptor, role } = context;
  const field = findField(resource, path);
  if (!field) return threadPath({ ...context, resource }, path);
  if (!mayRead(descriptor, role, resource, path)) return undefined;
  return { path, field, operators: offeredOperators(context, field) };
}

/** What a list can be filtered by of the threads of its records. */
function threadPath(context: QueryContext, path: string): FilterPath | undefined {
  const field = threadFields.get(path);
  if (!field || context.resource.fields.has(path) || !seesThreads(context)) return undefined;
  return { path, field, operators: threadOperators(field) };
}
