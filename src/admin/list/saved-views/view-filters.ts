import { fromWhere, toWhere, type FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Asking } from '../../../descriptor/filter/query-term.ts';
import type { Filters } from '../../client/list-query.ts';
import { toFilters, toFilterState } from '../filters/filter-state.ts';
import { withView, type ListView } from '../list-view.ts';

/** What the address has as its filter when the view is opened. */
export function filtersOf(asking: Asking, { id, where, q }: ListView): Filters {
  const none: FilterTree = { join: 'and', items: [] };
  const read = where === null ? { tree: none } : fromWhere(asking, where);
  const tree = 'tree' in read ? read.tree : none;
  return withView(toFilters(asking, { ...(q !== null && { q }), tree }), id);
}

/** The conditions of the address as a view keeps them. */
export function conditionsOf(asking: Asking, filters: Filters): Pick<ListView, 'where' | 'q'> {
  const { tree, q } = toFilterState(asking, withView(filters, undefined));
  return { where: tree.items.length > 0 ? toWhere(tree) : null, q: q ?? null };
}

/** Is the list narrowed otherwise than the view has it? */
export function isFilteredOtherwise(asking: Asking, view: ListView, filters: Filters): boolean {
  const kept = conditionsOf(asking, filtersOf(asking, view));
  return !isSameJson(kept, conditionsOf(asking, filters));
}
