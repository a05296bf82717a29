import { headOf } from '../../fields/text/head-of-path.ts';
import type { Resource } from '../descriptor.ts';
import { readsOf } from '../expression/paths.ts';
import { toDeclaredFilter, type DeclaredFilter } from '../filter/declared-filter.ts';
import { isFieldOperand, isOwnerOperand, type Filter, type Leaf } from '../filter/filter.ts';

/** Which records a reference may refer to. */
export type TargetFilter = {
  /** The name of the other resource, whose fields the filter reads. */
  to: string;
  filter: DeclaredFilter;
  /** What the filter compares with in the record that has the reference: `country`, or `school.town` behind another. */
  compares: readonly string[];
  /** The fields of that record among them, and the references on the way. */
  looksAt: readonly string[];
  /** The fields of other records among them. */
  behind: readonly ReadField[];
};

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The filters of the references of a resource, by field. It expects valid declarations, as `to-descriptor.ts` does. */
export function toTargetFilters(
  resources: ReadonlyMap<string, Fields>,
  resource: Fields,
): ReadonlyMap<string, TargetFilter> {
  return new Map(
    [...resource.fields.values()].flatMap((field): [string, TargetFilter][] => {
      const { to, filter: where } = field.kind.relation?.(field.settings) ?? {};
      const target = resources.get(to ?? '');
      if (!target || where === undefined) return [];
      const filter = toDeclaredFilter(target, where, resources, resource);
      const compares = ownerPaths(filter.unresolved);
      const behind = fieldsBehindOwner(resources, resource, filter.unresolved);
      const looksAt = headsOf(compares);
      return [[field.name, { to: target.name, filter, compares, looksAt, behind }]];
    }),
  );
}

/** The paths of the owner that a filter of a reference compares with. */
function ownerPaths(filter: Filter): string[] {
  const paths = leavesOf(filter).flatMap(({ operands }) =>
    operands.filter(isOwnerOperand).map(({ owner }) => owner),
  );
  return [...new Set(paths)];
}

/** A part of an object counts as the object, and a field behind a reference as the reference. */
function headsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => headOf(path)))];
}

/** The fields of the owner that a filter of a reference compares with. */
export function ownerFields(filter: Filter): string[] {
  return headsOf(ownerPaths(filter));
}

/** The fields of other records by which a filter of a reference compares with its owner. */
export function fieldsBehindOwner(
  resources: ReadonlyMap<string, Fields>,
  owner: Fields,
  filter: Filter,
): ReadField[] {
  return ownerPaths(filter)
    .flatMap((path) => readsOf(resources, owner, path) ?? [])
    .filter(({ isBeyond }) => isBeyond)
    .map(({ resource, path }) => ({ resource: resource.name, field: headOf(path) }));
}

/** A field that a filter reads, and the name of its resource. */
type ReadField = { resource: string; field: string };

/** Every field that a filter on records of `resource` reads, there and elsewhere. */
export function fieldsRead(resource: string, filter: Filter): ReadField[] {
  if ('and' in filter) return filter.and.flatMap((part) => fieldsRead(resource, part));
  if ('or' in filter) return filter.or.flatMap((part) => fieldsRead(resource, part));
  if ('not' in filter) return fieldsRead(resource, filter.not);
  if ('through' in filter)
    return [{ resource, field: filter.through }, ...fieldsRead(filter.target.name, filter.some)];
  if ('count' in filter) {
    const { resource: other, field } = filter.count;
    const among = filter.among ? fieldsRead(other.name, filter.among) : [];
    return [{ resource: other.name, field }, ...among];
  }
  if ('expression' in filter)
    return filter.reads.map(({ resource: of, path }) => ({
      resource: of.name,
      field: headOf(path),
    }));
  const others = filter.operands.filter(isFieldOperand).map(({ field }) => field);
  return [filter.path, ...others].map((path) => ({ resource, field: headOf(path) }));
}

/** The conditions of a filter, also those on other records. */
export function leavesOf(filter: Filter): Pick<Leaf, 'operator' | 'operands'>[] {
  if ('and' in filter) return filter.and.flatMap(leavesOf);
  if ('or' in filter) return filter.or.flatMap(leavesOf);
  if ('not' in filter) return leavesOf(filter.not);
  if ('through' in filter) return leavesOf(filter.some);
  if ('expression' in filter) return [];
  return [filter, ...('among' in filter && filter.among ? leavesOf(filter.among) : [])];
}
