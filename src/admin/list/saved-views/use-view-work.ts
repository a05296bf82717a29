import { useListContext, useNotify } from 'react-admin';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toSortKeys, toSortText } from '../../resource/sorting.ts';
import { useTexts } from '../../messages/texts.ts';
import { usePinnedOf } from '../../shell/pinned-record/use-pinned-id.ts';
import { writeShownAs } from '../../../descriptor/shown-as.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Filters } from '../../client/list-query.ts';
import { TABLE, useLayout, type LayoutView } from '../grid/columns/layout.ts';
import { useShownAs } from '../shown-as/use-shown-as.ts';
import { useGroups } from '../groups/use-groups.ts';
import { useQueryContext } from '../filters/filter-state.ts';
import { type ListView, useViewWrites } from '../list-views.ts';
import { useOpenView } from './use-open-view.ts';
import { conditionsOf, isFilteredOtherwise } from './view-filter.ts';

/** Opens views, and saves or discards the changes to the open one. */
export function useViewWork(current: ListView | undefined) {
  const texts = useTexts('views');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { change } = useViewWrites();
  const open = useOpenView();
  const layout = useLayout();
  const values = useViewValues(layout);
  return {
    /** Whether the list differs from its view. Without a view, whether there is something that a view would keep. */
    isChanged: useIsChanged(current, values, layout.isChanged),
    values,
    open,
    discard(view: ListView): void {
      layout.discard();
      void open(view);
    },
    async save(view: ListView): Promise<void> {
      try {
        await change(view, values);
        layout.discard();
        notify(texts.saved);
      } catch (error) {
        notifyError(error);
      }
    },
  };
}

/** The list as it is now, in the form in which a view stores it. */
function useViewValues(layout: LayoutView) {
  const { filterValues, sort, perPage } = useListContext();
  const groups = useGroups().fields.map(({ name }) => name);
  // As shown, which a link can say; the stored layout may differ.
  const arranged = useShownAs();
  return {
    ...conditionsOf(useQueryContext(), filterValues as Filters),
    sort: toSortText(toSortKeys(sort)),
    columns: layout.columns,
    density: layout.density,
    shownAs: arranged ? writeShownAs(arranged) : null,
    perPage,
    groups,
    figures: layout.hasFigures ? layout.figures : null,
  };
}

function useIsChanged(
  current: ListView | undefined,
  { sort, groups, shownAs, perPage }: ReturnType<typeof useViewValues>,
  isLayoutChanged: boolean,
): boolean {
  const { resource, find } = useResource();
  const isFiltered = useIsFiltered(current);
  const isSorted = sort !== (current?.sort ?? resource.list.sort);
  if (!current) return isFiltered || isSorted;
  const stored = (current.groups ?? []).filter((name) => find(name) !== undefined);
  const now = [shownAs ?? TABLE, groups, perPage];
  const before = [current.shownAs ?? TABLE, stored, current.perPage ?? perPage];
  return isFiltered || isSorted || isLayoutChanged || !isSameJson(now, before);
}

/** Whether the user has filtered the list otherwise than its view. A fresh list filters by the pinned record. */
function useIsFiltered(current: ListView | undefined): boolean {
  const { resource } = useResource();
  const context = useQueryContext();
  const filters = useListContext().filterValues as Filters;
  const { field, id } = usePinnedOf(resource);
  if (!isFilteredOtherwise(context, current, filters)) return false;
  if (field === undefined || filters[field] !== id) return true;
  const { [field]: _, ...others } = filters;
  return isFilteredOtherwise(context, current, others);
}
