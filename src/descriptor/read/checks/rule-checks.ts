import { requireLast } from '../../../fields/require-entry.ts';
import { checkRepeated } from './screen-checks.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fieldsOfFilter, isKnownInMemory } from '../../filter/declared-filter.ts';
import { readWhere } from '../../filter/where.ts';
import { asTexts, type Draft, type DraftResource, asObject, asObjects } from '../draft.ts';
import { inChecks } from '../../rules/rules.ts';
import type { Filter } from '../../filter/filter.ts';
import { readCondition } from '../../filter/read-condition.ts';
import { toWritten } from '../read-conditions.ts';
import { toExpressionFlaw } from './computed-checks.ts';
import { hasAny } from './field-checks.ts';
import { checkCondition } from './condition-checks.ts';
import { checkOverlaps } from './overlap-checks.ts';
import { type Flaw, keyFlaw } from '../grammar-problems.ts';

/** Checks the conditions of fields, the checks over several fields, and fields that are unique or indexed together. */
export function checkRules(resource: DraftResource, draft: Draft): Flaw[] {
  const roles = governedRoles(draft, resource);
  return [
    ...[...resource.fields.values()].flatMap((field) => checkWhen(draft, resource, field, roles)),
    ...checkCycles(draft, resource),
    ...checkChecks(resource, roles, draft),
    ...checkFieldLists(resource, 'unique', (fields) => fields.toSorted()),
    // The order of the fields makes another index.
    ...checkFieldLists(resource, 'indexes', (fields) => fields),
    ...checkOverlaps(resource, draft),
  ];
}

const conditionNames = ['shown', 'required', 'readOnly'] as const;

function checkWhen(
  draft: Draft,
  resource: DraftResource,
  field: Field,
  roles: readonly string[],
): Flaw[] {
  const scope = { resource, resources: draft.resources };
  const path = ['resources', resource.name, 'fields', field.name, 'when'];
  const readers = roles.filter((role) => field.read?.includes(role) ?? true);
  return conditionNames.flatMap((name) => {
    const where = field.when?.[name];
    if (where === undefined) return [];
    const at = [...path, name];
    const reason = contradiction(field, name);
    if (reason !== undefined) return [keyFlaw('D007', at, { reason })];
    const filter = filterOf(draft, resource, where);
    if (filter && fieldsOfFilter({ unresolved: filter }).includes(field.name)) {
      const chain = `${field.name} → ${field.name}`;
      return [keyFlaw('D030', at, { chain })];
    }
    const unknown = filter && !isKnownInMemory(resource, filter) && unknownAtWrites(field, name);
    if (unknown) return [keyFlaw('D007', at, { reason: unknown })];
    return checkCondition(draft, where, { scope, path: at, roles: readers, kind: 'a condition' });
  });
}

/** What a field cannot have where only the database knows its condition, when the record is written. */
function unknownAtWrites(
  { default: preset, kind, settings }: Field,
  name: (typeof conditionNames)[number],
): string | undefined {
  if (name === 'shown' && preset !== undefined)
    return 'other records decide whether the field is shown, so it cannot have a default';
  if (kind.relation?.(settings).many)
    return 'other records decide, which works for fields with a single value only; name fields of the record';
  return undefined;
}

function contradiction(field: Field, name: (typeof conditionNames)[number]): string | undefined {
  if (field.required && name === 'shown')
    return 'a required field has a value in every record; use when.required';
  if (field.required && name === 'required') return 'the field is already required';
  if (field.readOnly && name !== 'shown') return 'the field is readOnly, so nobody can write it';
  return undefined;
}

/** Reports fields that are only shown depending on each other, because they would never be shown. */
function checkCycles(draft: Draft, resource: DraftResource): Flaw[] {
  const deciding = new Map(
    [...resource.fields.values()].map((field) => [
      field.name,
      field.when?.shown ? namesIn(draft, resource, field.when.shown) : [],
    ]),
  );
  const reported = new Set<string>();
  return [...deciding.keys()].flatMap((name) => {
    const way = reported.has(name) ? undefined : wayBack(deciding, name, [name]);
    // A field that names itself was reported above.
    if (way === undefined || way.length < 3) return [];
    for (const each of way) reported.add(each);
    const path = ['resources', resource.name, 'fields', name, 'when', 'shown'];
    return [keyFlaw('D030', path, { chain: way.join(' → ') })];
  });
}

/** The way from the last of `way` back to `to`, through what each depends on; undefined if there is none. */
export function wayBack(
  deciding: ReadonlyMap<string, readonly string[]>,
  to: string,
  way: readonly string[],
): readonly string[] | undefined {
  for (const next of deciding.get(requireLast(way)) ?? []) {
    if (next === to) return [...way, to];
    const cycle = way.includes(next) ? undefined : wayBack(deciding, to, [...way, next]);
    if (cycle) return cycle;
  }
  return undefined;
}

const writing = ['create', 'update', 'delete', 'import', 'restore'] as const;

/** The database judges what a check asks of other records, so it may ask for everything. */
function checkChecks(resource: DraftResource, roles: readonly string[], draft: Draft): Flaw[] {
  const scope = { resource, resources: draft.resources, ...inChecks };
  // Who only reads the records never learns whether a write was refused.
  const writers = roles.filter((role) =>
    hasAny(asObject(resource.declared.permissions)[role], writing),
  );
  return asObjects(resource.declared.checks).flatMap(({ check }, index) => {
    const path = ['resources', resource.name, 'checks', index, 'check'];
    const asked = { scope, path, roles: writers, kind: 'a check' };
    if (typeof check !== 'string') return checkCondition(draft, check, asked);
    const read = readCondition(check);
    if ('problems' in read) return read.problems.map((each) => toExpressionFlaw(each, path));
    return checkCondition(draft, read.where, asked).map((each) => toWritten(read, path, each));
  });
}

function filterOf(draft: Draft, resource: DraftResource, where: unknown): Filter | undefined {
  const read = readWhere({ resource, resources: draft.resources }, where);
  return 'filter' in read ? read.filter : undefined;
}

function namesIn(draft: Draft, resource: DraftResource, where: unknown): string[] {
  const filter = filterOf(draft, resource, where);
  return filter ? fieldsOfFilter({ unresolved: filter }) : [];
}

/** The roles that have permissions on the resource, without roles that have `all`. */
export function governedRoles(draft: Draft, { declared }: DraftResource): string[] {
  return Object.keys(asObject(declared.permissions)).filter(
    (role) => draft.roles.get(role)?.all !== true,
  );
}

/** Reports a list that names a field twice, and a list that is `same` as another. */
function checkFieldLists(
  { name, declared }: DraftResource,
  setting: 'unique' | 'indexes',
  same: (fields: readonly string[]) => readonly string[],
): Flaw[] {
  const declaredLists: unknown = declared[setting];
  if (!Array.isArray(declaredLists)) return [];
  const path = ['resources', name, setting];
  const lists = declaredLists.map(asTexts);
  return [
    ...lists.flatMap((fields, index) => checkRepeated(fields, [...path, index])),
    ...checkRepeated(
      lists.map((fields) => same(fields).join()),
      path,
    ),
  ];
}
