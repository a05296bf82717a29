import { headOf } from '../../fields/text/head-of-path.ts';
import type { Resource } from '../descriptor.ts';
import { nowPath } from '../expression/before.ts';
import { readsOf } from '../expression/paths.ts';
import {
  fieldsBeyond,
  pathsOf,
  toDeclaredFilter,
  type DeclaredFilter,
} from '../filter/declared-filter.ts';
import { conditionsIn, isOwnerOperand, type Filter, type Leaf } from '../filter/filter.ts';

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
    .map(({ resource, path }) => ({
      resource: resource.name,
      field: headOf(path),
      isBeyond: true,
    }));
}

/** A field that a filter reads, the name of its resource, and whether it is one of another record. */
type ReadField = { resource: string; field: string; isBeyond: boolean };

/**
 * Every field that a filter on records of `resource` reads, there and elsewhere, also by what it computes. `isMade`:
 * whether what a computed field reads counts too.
 */
export function fieldsRead(
  resources: ReadonlyMap<string, Fields>,
  resource: string,
  filter: Filter,
  isMade: (read: ReadField) => boolean = () => true,
): ReadField[] {
  const found = new Map<string, ReadField>();
  const add = (read: ReadField): void => {
    const key = JSON.stringify(read);
    if (found.has(key)) return;
    found.set(key, read);
    const of = resources.get(read.resource);
    const { computed } = (isMade(read) && of?.fields.get(read.field)) || {};
    for (const inner of of && computed !== undefined
      ? (readsOf(resources, of, computed) ?? [])
      : [])
      add({
        resource: inner.resource.name,
        field: headOf(inner.path),
        isBeyond: read.isBeyond || inner.isBeyond,
      });
  };
  for (const path of pathsOf(filter))
    add({ resource, field: headOf(nowPath(path)), isBeyond: false });
  for (const each of fieldsBeyond(filter)) add({ ...each, isBeyond: true });
  return [...found.values()];
}

/** The conditions of a filter, also those on other records. */
export function leavesOf(filter: Filter): Pick<Leaf, 'operator' | 'operands'>[] {
  return conditionsIn(filter).flatMap((each) => {
    if ('through' in each) return leavesOf(each.some);
    if ('expression' in each) return [];
    return [each, ...('among' in each && each.among ? leavesOf(each.among) : [])];
  });
}
