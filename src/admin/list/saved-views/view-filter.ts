import { fromWhere, toWhere, type FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import type { Filters } from '../../client/list-query.ts';
import { type ListView, withView } from '../list-views.ts';
import { toFilters, toFilterState } from '../filters/filter-state.ts';

/** The filter of the address when the view is opened. */
export function filtersOf(context: QueryContext, { id, where, q }: ListView): Filters {
  const none: FilterTree = { join: 'and', items: [] };
  const read = where === null ? { tree: none } : fromWhere(context, where);
  const tree = 'tree' in read ? read.tree : none;
  return withView(toFilters(context, { q: q ?? undefined, tree }), id);
}

/** The conditions of the address in the form in which a view stores them. */
export function conditionsOf(
  context: QueryContext,
  filters: Filters,
): Pick<ListView, 'where' | 'q'> {
  const { tree, q } = toFilterState(context, withView(filters, undefined));
  return { where: tree.items.length > 0 ? toWhere(tree) : null, q: q ?? null };
}

/** Whether the list's filter differs from that of the view. */
export function isFilteredOtherwise(
  context: QueryContext,
  view: ListView | undefined,
  filters: Filters,
): boolean {
  const kept = conditionsOf(context, view ? filtersOf(context, view) : {});
  return !isSameJson(kept, conditionsOf(context, filters));
}
