import { useMemo } from 'react';
import { useListContext } from 'react-admin';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import { splitTerm } from '../../../descriptor/filter/filter-paths.ts';
import {
  fromWhere,
  isFilterTree,
  termKey,
  toNormalTree,
  toWhere,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { AS_OF } from '../../../descriptor/filter/past-query.ts';
import { useConfig } from '../../client/config.tsx';
import { withoutConditions } from '../../kit/as-of.ts';
import { useChangeFilters } from '../../resource/list-changes.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { viewIdOf, withView } from '../list-views.ts';
import { flattenFilters, toApiName, type Filters } from '../../client/list-query.ts';

/** Who asks the list, and by which fields: decides which conditions are read and offered. */
export function useQueryContext(): QueryContext {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  return useMemo(() => ({ descriptor, role, resource }), [descriptor, role, resource]);
}

/** The filter of the list as one tree, and how to change the latest one; the search, the view and the moment stay. */
export function useFilterTree() {
  const context = useQueryContext();
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const { tree, toFilter } = readTree(context, filterValues as Filters);
  const changeTree = (change: (latest: FilterTree) => FilterTree): void =>
    changeFilters((filters) => {
      const latest = readTree(context, filters);
      return withView(latest.toFilter(change(latest.tree)), viewIdOf(filters));
    });
  return { context, tree, toFilter, changeTree };
}

/** The tree of these filters, and these filters with another tree. */
function readTree(context: QueryContext, filters: Filters) {
  const { [AS_OF]: _, ...others } = filters;
  const { q, tree } = toFilterState(context, others);
  const toFilter = (next: FilterTree): Filters => ({
    ...toFilters(context, { q, tree: next }),
    ...withoutConditions(filters),
  });
  return { tree, toFilter };
}

/** The parts that must all hold; a group joined in another way is one such part. */
export function partsOf(tree: FilterTree): readonly (FilterTerm | FilterTree)[] {
  return isPlain(tree) ? tree.items : [tree];
}

/** What filters a list, whichever way the user chose it. */
type FilterState = {
  q?: string | undefined;
  tree: FilterTree;
  /** Keys that cannot be read: from an old link, or on a field that is hidden now. */
  unknown: readonly string[];
};

/**
 * The filter of the address as one tree. The search box, the row of filters, the chips and the builder
 * show parts of it, and all of them write it back by `toFilters`.
 */
export function toFilterState(context: QueryContext, filters: Filters): FilterState {
  const items: (FilterTerm | FilterTree)[] = [];
  const unknown: string[] = [];
  const { q, where, ...leaves } = flattenFilters(filters);
  for (const [key, value] of Object.entries(leaves)) {
    const read = fromWhere(context, { [toApiName(key)]: value });
    if ('tree' in read) items.push(...read.tree.items);
    else unknown.push(key);
  }
  if (where !== undefined) {
    const read = fromWhere(context, where);
    if ('problems' in read) unknown.push('where');
    else if (isPlain(read.tree)) items.push(...read.tree.items);
    else if (read.tree.items.length > 0) items.push(read.tree);
  }
  const tree = toNormalTree({ join: 'and', items });
  return { tree, unknown, ...(typeof q === 'string' && { q }) };
}

/**
 * The tree as the address has it. A condition on a field of the list has a key of its own, where the
 * row of filters and the chips find it; the rest is one nested filter.
 */
export function toFilters(context: QueryContext, state: Pick<FilterState, 'q' | 'tree'>): Filters {
  const { q } = state;
  const tree = toNormalTree(state.tree);
  const plain: Record<string, unknown> = {};
  const nested: (FilterTerm | FilterTree)[] = [];
  for (const item of partsOf(tree)) {
    const key = isFilterTree(item) ? undefined : termKey(item);
    if (key === undefined || isFilterTree(item) || key in plain || !isOwn(context, item))
      nested.push(item);
    else plain[key] = item.value;
  }
  const rest = toNormalTree({ join: 'and', items: nested });
  return {
    ...(q !== undefined && q !== '' && { q }),
    ...plain,
    ...(rest.items.length > 0 && { where: toWhere(rest) }),
  };
}

function isPlain({ join, not }: FilterTree): boolean {
  return join === 'and' && !not;
}

/** Whether the condition can have a key of its own: an object would be read as conditions on its parts. */
function isOwn(context: QueryContext, { path, operator, value }: FilterTerm): boolean {
  const isWhole = splitTerm(context, termKey({ path, operator, value })).path === path;
  const isSimple = typeof value !== 'object' || (Array.isArray(value) && value.length > 0);
  return isWhole && isSimple && value !== '' && findField(context.resource, path) !== undefined;
}
