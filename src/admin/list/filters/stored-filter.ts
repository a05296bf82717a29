import { fromWhere, toWhere, type FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import { isFinished } from './builder-group.tsx';

/** A filter that a setting stores, while it is edited. */
export type StoredFilter = {
  /** Its conditions; empty for none. */
  tree: FilterTree;
  /** A stored filter that does not fit the descriptor. It stays until the user removes it. */
  unreadable?: JsonObject;
};

export const noFilter: StoredFilter = { tree: { join: 'and', items: [] } };

export function readStoredFilter(
  { resource, ...context }: Omit<QueryContext, 'resource'> & { resource: Resource | undefined },
  stored: JsonObject | null | undefined,
): StoredFilter {
  if (!stored) return noFilter;
  const read = resource && fromWhere({ ...context, resource }, stored);
  return read && 'tree' in read ? { tree: read.tree } : { ...noFilter, unreadable: stored };
}

/** The JSON to store; null for no filter. */
export function writeStoredFilter({ tree, unreadable }: StoredFilter): JsonObject | null {
  return unreadable ?? (tree.items.length > 0 ? toWhere(tree) : null);
}

/** Whether every condition has a value. Without one, the setting would be about more records than the user wants. */
export function isFilterFinished({ tree }: StoredFilter): boolean {
  return isFinished(tree);
}
