import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { readsOf } from '../../../descriptor/expression/paths.ts';
import { type Filter, isFieldOperand } from '../../../descriptor/filter/filter.ts';
import { requireValue } from '../../../fields/require-entry.ts';

type Resources = ReadonlyMap<string, Resource>;

/** The stored fields and system fields that these paths need; a computed field needs those it reads. */
export function storedNames(
  resources: Resources,
  resource: Resource,
  paths: readonly string[],
): ReadonlySet<string> {
  return new Set(storedPaths(resources, resource, paths).map((path) => headOf(path)));
}

/** The paths of own values that these paths need; what is computed of other records depends on the `_id`. */
export function storedPaths(
  resources: Resources,
  resource: Resource,
  paths: readonly string[],
): string[] {
  const needed = new Set<string>();
  const add = (path: string): void => {
    if (needed.has(path)) return;
    needed.add(path);
    const computed = resource.fields.get(headOf(path))?.computed;
    if (computed === undefined) return;
    // A permission that misses a value would show what it hides.
    for (const read of requireValue(readsOf(resources, resource, computed), path))
      add(read.isBeyond ? '_id' : read.path);
  };
  paths.forEach(add);
  return [...needed];
}

/** The only `_id`s that a filter allows, where it says so; the history of the others need not be read. */
export function ownIdsOf(filter: Filter | undefined): readonly unknown[] | undefined {
  if (!filter) return undefined;
  if ('and' in filter) {
    for (const part of filter.and) {
      const ids = ownIdsOf(part);
      if (ids) return ids;
    }
    return undefined;
  }
  const isIds =
    'path' in filter &&
    filter.path === '_id' &&
    (filter.operator === 'eq' || filter.operator === 'in') &&
    !filter.operands.some(isFieldOperand);
  return isIds ? filter.operands : undefined;
}
