import { useTranslate, useListContext } from 'react-admin';
import { fromWhere, toWhere, type FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import { toSortKeys, toSortText } from '../../kit/sorting.ts';
import type { Filters } from '../../client/list-query.ts';
import { type ListView, withView } from '../list-views.ts';
import { TABLE, useLayout } from '../grid/columns/layout.ts';
import { useQueryContext, toFilters, toFilterState } from '../filters/filter-state.ts';

/** The name of the view, with a word if the list has changed since it was saved. */
export function ViewName({ view }: { view: ListView }) {
  const translate = useTranslate();
  return useIsChanged(view) ? translate('grid.view_changed', { name: view.name }) : view.name;
}

/** Whether the list has changed since its view was saved. */
export function useIsChanged(view: ListView | undefined): boolean {
  const context = useQueryContext();
  const { filterValues, sort } = useListContext();
  const { isDefault, shownAs } = useLayout();
  if (view === undefined) return false;
  const isSortedOtherwise = view.sort !== null && view.sort !== toSortText(toSortKeys(sort));
  const filters = filterValues as Record<string, unknown>;
  const isShownOtherwise = shownAs !== (view.shownAs ?? TABLE);
  return (
    !isDefault ||
    isShownOtherwise ||
    isSortedOtherwise ||
    isFilteredOtherwise(context, view, filters)
  );
}

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
  view: ListView,
  filters: Filters,
): boolean {
  const kept = conditionsOf(context, filtersOf(context, view));
  return !isSameJson(kept, conditionsOf(context, filters));
}
