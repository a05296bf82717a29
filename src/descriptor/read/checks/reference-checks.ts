import { requireRelation } from '../../../fields/type/require-relation.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Filter } from '../../filter/filter.ts';
import { readWhere } from '../../filter/where.ts';
import { fieldsBehindOwner, fieldsRead, ownerFields } from '../../rules/target-filters.ts';
import { asObject, type Draft, type DraftResource } from '../draft.ts';
import { hasAny, mayFill, mayRead } from './field-checks.ts';
import { checkFilter, checkNotComputed } from './filter-checks.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import { governedRoles, wayBack } from './rule-checks.ts';
import type { Path } from '../source-text.ts';

/** Checks which records the references of a resource may refer to, and the tree that they form. */
export function checkReferences(resource: DraftResource, draft: Draft): Flaw[] {
  const results = [...resource.fields.values()].map((field) => readFilter(draft, resource, field));
  const filters = results.filter((each) => each !== undefined);
  return [
    ...filters.flatMap((each) => checkTargetFilter(draft, resource, each)),
    ...checkRing(filters),
    ...checkTrees(resource),
  ];
}

/** Checks that a parent is of the same resource, and that there is one. */
function checkTrees({ name, fields }: DraftResource): Flaw[] {
  const parents = [...fields.values()].filter(
    (field) => field.kind.relation?.(field.settings).tree !== undefined,
  );
  return parents.flatMap((field, index) => {
    const path = ['resources', name, 'fields', field.name, 'tree'];
    if (requireRelation(field).to !== name) return [keyFlaw('D077', path, { resource: name })];
    const params = { value: requireItem(parents, 0).name, resource: name };
    return index === 0 ? [] : [keyFlaw('D078', path, params)];
  });
}

type TargetFilter = {
  field: Field;
  target: DraftResource;
  where: unknown;
  /** Undefined if the filter has problems, or matches every record. */
  filter: Filter | undefined;
  path: Path;
};

function readFilter(
  { resources }: Draft,
  owner: DraftResource,
  field: Field,
): TargetFilter | undefined {
  const { to, filter: where } = field.kind.relation?.(field.settings) ?? {};
  const target = resources.get(to ?? '');
  if (!target || where === undefined) return undefined;
  const path = ['resources', owner.name, 'fields', field.name, 'filter'];
  const read = readWhere({ resource: target, resources, owner }, where);
  return { field, target, where, filter: 'filter' in read ? read.filter : undefined, path };
}

function checkTargetFilter(
  draft: Draft,
  owner: DraftResource,
  { field, target, where, filter, path }: TargetFilter,
): Flaw[] {
  const problems = checkFilter(
    { resource: target, resources: draft.resources, owner },
    where,
    path,
  );
  if (problems.length > 0 || !filter) return problems;
  const own = ownerFields(filter);
  // Reported as a ring.
  if (own.includes(field.name)) return [];
  const read = [
    ...fieldsRead(draft.resources, target.name, filter),
    ...fieldsBehindOwner(draft.resources, owner, filter),
  ];
  const computed = checkNotComputed(draft.resources, owner, own, path);
  if (computed.length > 0) return computed;
  const governed = governedRoles(draft, owner);
  return [
    ...own
      .filter((name) => isHidden(owner, name, governed))
      .map((value) => flaw('D021', path, { value, where: 'a filter' })),
    // Whether a record may be chosen reveals the values of the fields.
    ...governed
      .filter((role) => mayChoose(owner, field, role))
      .flatMap((role) =>
        read
          .filter(
            (each) => !mayRead(requireEntry(draft.resources, each.resource), each.field, role),
          )
          .map((each) => flaw('D031', path, { value: `${each.resource}.${each.field}`, role })),
      ),
  ];
}

function isHidden({ fields }: DraftResource, name: string, roles: readonly string[]): boolean {
  const read = fields.get(name)?.read;
  return read !== undefined && roles.some((role) => !read.includes(role));
}

function mayChoose({ declared }: DraftResource, field: Field, role: string): boolean {
  const rights = asObject(declared.permissions)[role];
  return mayFill(field, role) && hasAny(rights, ['create', 'update', 'import']);
}

/** References that wait for each other could never be chosen. */
function checkRing(filters: readonly TargetFilter[]): Flaw[] {
  const deciding = new Map(
    filters.map(({ field, filter }) => [field.name, filter ? ownerFields(filter) : []]),
  );
  const reported = new Set<string>();
  return filters.flatMap(({ field: { name }, path }) => {
    const way = reported.has(name) ? undefined : wayBack(deciding, name, [name]);
    if (way === undefined) return [];
    for (const each of way) reported.add(each);
    return [keyFlaw('D030', path, { chain: way.join(' → ') })];
  });
}
