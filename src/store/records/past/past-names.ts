import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { ownReads } from '../../../descriptor/expression/paths.ts';
import { type Filter, isFieldOperand } from '../../../descriptor/filter/filter.ts';

/** The stored fields and system fields that these paths need; a computed field needs those it reads. */
export function storedNames(resource: Resource, paths: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (path: string): void => {
    const name = headOf(path);
    if (names.has(name)) return;
    const computed = resource.fields.get(name)?.computed;
    names.add(name);
    if (computed !== undefined) ownReads(computed, resource)?.forEach(add);
  };
  paths.forEach(add);
  return names;
}

/** All paths of its own record that a filter reads. Other records count as they are today. */
export function pathsOfFilter(filter: Filter | undefined): string[] {
  if (!filter) return [];
  if ('and' in filter) return filter.and.flatMap(pathsOfFilter);
  if ('or' in filter) return filter.or.flatMap(pathsOfFilter);
  if ('not' in filter) return pathsOfFilter(filter.not);
  if ('through' in filter) return [filter.through];
  if ('count' in filter) return [];
  if ('expression' in filter)
    return filter.reads.flatMap(({ path, isBeyond }) => (isBeyond ? [] : [path]));
  return [filter.path, ...filter.operands.filter(isFieldOperand).map(({ field }) => field)];
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
