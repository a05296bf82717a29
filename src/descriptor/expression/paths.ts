import { requireEntry } from '../../fields/require-entry.ts';
import type { Column } from '../../fields/type/field-type.ts';
import type { Field } from '../../fields/type/field.ts';
import { qualifierOf } from '../../fields/type/qualifier-of.ts';
import type { Resource, Descriptor } from '../descriptor.ts';
import { splitPath } from '../lookups.ts';
import { findField } from '../system-fields.ts';
import { nowPath } from './before.ts';
import { partsOf, type Expression } from './expression.ts';
import type { ValueKind } from './rollups.ts';
import { parsedOnce } from './parse-expression.ts';

type Fields = Pick<Resource, 'name' | 'fields'>;

/** Where a path of an expression leads: into the record, or one step through a reference. */
type Way =
  { own: Field; path: string } | { reference: Field; to: string; rest: string } | undefined;

/** Resolves a path by one step, a value before a change like the present one; undefined if the field does not exist. The caller looks up `rest` in the resource `to`. */
export function resolvePath(resource: Fields, path: string): Way {
  const ownPath = nowPath(path);
  const own = findField(resource, ownPath);
  if (own) return { own, path: ownPath };
  const dot = path.indexOf('.');
  const reference = dot < 0 ? undefined : findField(resource, path.slice(0, dot));
  const relation = reference?.kind.relation?.(reference.settings);
  if (!reference || !relation || relation.many) return undefined;
  return { reference, to: relation.to, rest: path.slice(dot + 1) };
}

/** The kind of a field's value in an expression; undefined for many values, a structure or a reference. */
export function kindOfValue(field: Field): Exclude<ValueKind, 'nothing'> | undefined {
  const { sql, many = false } = field.kind.column(field.settings);
  return many || field.kind.relation ? undefined : kinds[sql];
}

/** The kind that an expression gives whose result the field holds; undefined if it can hold none. */
export function kindOfResult(field: Field): Exclude<ValueKind, 'nothing'> | undefined {
  return field.kind.computed?.gives ?? kindOfValue(field);
}

const kinds: Record<Column['sql'], Exclude<ValueKind, 'nothing'> | undefined> = {
  text: 'text',
  bigint: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
  date: 'date',
  time: undefined,
  'time(0)': undefined,
  timestamptz: 'datetime',
  jsonb: undefined,
};

/** A field that an expression reads, and where the text names it. */
export type Read = {
  resource: Fields;
  path: string;
  at: number;
  /** It belongs to another record than the computed value. */
  isBeyond: boolean;
  /** It only decides which records are counted. */
  isCounted: boolean;
};

/** All fields that an expression reads, with the references on the way; undefined if one of them does not exist. */
export function readsOf(
  resources: ReadonlyMap<string, Fields>,
  resource: Fields,
  text: string,
): readonly Read[] | undefined {
  const expression = parsedOnce(text);
  return expression && readsIn(resources, resource, expression);
}

/** The same for an expression that is parsed, which need not be that of a descriptor. */
export function readsIn(
  resources: ReadonlyMap<string, Fields>,
  resource: Fields,
  expression: Expression,
): readonly Read[] | undefined {
  const reads: Read[] = [];
  let isCounted = false;
  return walk(expression, resource, false) ? reads : undefined;

  function walk(part: Expression, from: Fields, isBeyond: boolean): boolean {
    if (part.kind === 'literal' || part.kind === 'variable') return true;
    if (part.kind === 'path') return follow(from, part.path, part.at, isBeyond);
    if (part.kind === 'call') return part.args.every((arg) => walk(arg, from, isBeyond));
    const [name, field] = splitPath(part.of.path);
    const other = resources.get(name);
    const before = isCounted;
    isCounted ||= part.name === 'count';
    const isFound =
      other !== undefined &&
      refer(other, field, part.of.at) &&
      partsOf(part).every((inner) => walk(inner, other, true)) &&
      part.by.every(({ path, at }) => follow(other, path, at, true));
    isCounted = before;
    return isFound;
  }

  /** The references of `sum(value of things.peers.next)`, of which each may have many values. */
  function refer(from: Fields, path: string, at: number): boolean {
    const [head, rest] = splitPath(path);
    const field = findField(from, head);
    const to = field?.kind.relation?.(field.settings).to;
    if (to === undefined) return false;
    reads.push({ resource: from, path: head, at, isBeyond: true, isCounted });
    const target = resources.get(to);
    return rest === '' || (target !== undefined && refer(target, rest, at));
  }

  function follow(from: Fields, path: string, at: number, isBeyond: boolean): boolean {
    const way = resolvePath(from, path);
    if (!way) return false;
    const read = { resource: from, at, isBeyond, isCounted };
    if ('own' in way) {
      const qualifier = qualifierOf(way.own, path);
      const paths = qualifier === undefined ? [path] : [path, qualifier];
      return reads.push(...paths.map((one) => ({ ...read, path: one }))) > 0;
    }
    reads.push({ ...read, path: way.reference.name });
    const target = resources.get(way.to);
    return target !== undefined && follow(target, way.rest, at, true);
  }
}

/** The costs of computed fields: 0 for one that is being counted, because one that is computed from itself is refused. */
type Costs = Map<Field, number>;

/**
 * What an expression costs: each operation counts, each reference that it follows or counts by, and the same of each
 * field that it computes.
 */
export function costOf(
  resources: ReadonlyMap<string, Fields>,
  expression: Expression,
  reads: readonly Read[],
  counted: Costs = new Map(),
): number {
  return reads.reduce(
    (sum, { resource, path }) =>
      sum +
      (findField(resource, path)?.kind.relation
        ? 1
        : costOfValue(resources, resource, path, counted)),
    countOperations(expression),
  );
}

/** What it costs to compute the value of a field; a value that is stored costs nothing. */
export function costOfValue(
  resources: ReadonlyMap<string, Fields>,
  resource: Fields,
  path: string,
  counted: Costs = new Map(),
): number {
  const field = findField(resource, path);
  if (field?.computed === undefined || field.stored) return 0;
  const known = counted.get(field);
  if (known !== undefined) return known;
  counted.set(field, 0);
  const expression = parsedOnce(field.computed);
  const reads = readsOf(resources, resource, field.computed) ?? [];
  const cost = expression ? costOf(resources, expression, reads, counted) : 0;
  counted.set(field, cost);
  return cost;
}

/** A function of many values does as much as an operator between each two of them. */
function countOperations(expression: Expression): number {
  const own = expression.kind === 'call' ? Math.max(1, expression.args.length - 1) : 0;
  return partsOf(expression).reduce((sum, part) => sum + countOperations(part), own);
}

/** The resources other than its own whose records a computed field reads, also through other computed fields. */
export function resourcesReadBy(
  resources: ReadonlyMap<string, Fields>,
  resource: Fields,
  field: Field,
  names = new Set<string>(),
): ReadonlySet<string> {
  for (const read of readsOf(resources, resource, field.computed ?? 'null') ?? []) {
    if (read.isBeyond) names.add(read.resource.name);
    const inner = findField(read.resource, read.path);
    if (inner?.computed !== undefined) resourcesReadBy(resources, read.resource, inner, names);
  }
  return names;
}

/** The fields of the record itself that an expression reads; undefined if it reads another record. */
function ownReads(text: string, resource: Fields): readonly string[] | undefined {
  const reads = readsOf(new Map([[resource.name, resource]]), resource, text);
  return reads?.some(({ isBeyond }) => isBeyond) ? undefined : reads?.map(({ path }) => path);
}

/** Whether a computed field reads only its own record. If so, its value changes only when the record does. */
export function readsOwnRecordOnly(
  resource: Fields,
  field: Field,
  seen = new Set<Field>(),
): boolean {
  if (seen.has(field)) return true;
  seen.add(field);
  const paths = ownReads(field.computed ?? '', resource);
  const isOwn = (path: string): boolean => {
    const inner = findField(resource, path);
    return inner?.computed === undefined || readsOwnRecordOnly(resource, inner, seen);
  };
  return paths?.every(isOwn) ?? false;
}

/** Whether the field's value at an earlier moment is known: what other records were like then is not looked up. */
export function isKnownInPast(resource: Fields, field: Field): boolean {
  return field.computed === undefined || readsOwnRecordOnly(resource, field);
}

/** Whether the system stores the value and renews it when other records change. Triggers do that. */
export function isMaintained(resource: Fields, field: Field): boolean {
  return field.stored && field.computed !== undefined && !readsOwnRecordOnly(resource, field);
}

/** What a caller may see: a field, and all records of a resource. */
export type Sight = {
  field(resource: Resource, path: string): boolean;
  all(resource: Resource): boolean;
};

/**
 * Whether a caller may see a computed field. They must see every field it reads, because its values would reveal
 * hidden ones: for a path through a reference both the reference and the field behind it, and for a rollup the field
 * that refers here. A stored value is the same for everyone, so its readers must see all records it is made of.
 */
export function mayCompute(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
  field: Field,
  readScope: Sight,
): boolean {
  const reads = readsOf(resources, resource, field.computed ?? '');
  return (
    reads?.every((read) => {
      const of = requireEntry(resources, read.resource.name);
      const inner = findField(of, read.path);
      return (
        readScope.field(of, read.path) &&
        (!field.stored || !read.isBeyond || readScope.all(of)) &&
        (inner?.computed === undefined || mayCompute({ resources }, of, inner, readScope))
      );
    }) ?? false
  );
}
