import { useListContext, useNotify } from 'react-admin';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toSortKeys, toSortText } from '../../resource/sorting.ts';
import { useTexts } from '../../messages/texts.ts';
import { usePinnedOf } from '../../shell/pinned-record/use-pinned-id.ts';
import { shownAsBy } from '../../../descriptor/shown-as.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Filters } from '../../client/list-query.ts';
import { TABLE, useLayout } from '../grid/columns/layout.ts';
import { useShownAs } from '../shown-as/use-shown-as.ts';
import { useGroups } from '../groups/use-groups.ts';
import { useQueryContext } from '../filters/filter-state.ts';
import { type ListView, useViewWrites } from '../list-views.ts';
import { useOpenView } from './use-open-view.ts';
import { conditionsOf, isFilteredOtherwise } from './view-filter.ts';

/** Opens views, and saves or discards the changes to the open one. */
export function useViewWork(current: ListView | undefined) {
  const { resource, find } = useResource();
  const context = useQueryContext();
  const { filterValues, sort, perPage } = useListContext();
  const filters = filterValues as Filters;
  const layout = useLayout();
  const groups = useGroups().fields.map(({ name }) => name);
  // As shown, which a link can say; the stored layout may differ.
  const arranged = useShownAs();
  const shownAs = (arranged && shownAsBy(arranged.field)) ?? TABLE;
  const pinnedRecord = usePinnedOf(resource);
  const texts = useTexts('views');
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { change } = useViewWrites();

  const isFiltered = (): boolean => {
    if (!isFilteredOtherwise(context, current, filters)) return false;
    // A fresh list filters by the pinned record; the user has not changed anything.
    const { field, id } = pinnedRecord;
    if (field === undefined || filters[field] !== id) return true;
    const { [field]: _, ...others } = filters;
    return isFilteredOtherwise(context, current, others);
  };
  const isSorted = (): boolean =>
    toSortText(toSortKeys(sort)) !== (current?.sort ?? resource.list.sort);
  const isLaidOut = (): boolean => {
    const stored = (current?.groups ?? []).filter((name) => find(name) !== undefined);
    const isArranged = shownAs !== (current?.shownAs ?? TABLE);
    return layout.isChanged || isArranged || !isSameJson(groups, stored);
  };
  const isPaged = (): boolean => (current?.perPage ?? perPage) !== perPage;

  const open = useOpenView();
  const values = {
    ...conditionsOf(context, filters),
    sort: toSortText(toSortKeys(sort)),
    columns: layout.columns,
    density: layout.density,
    shownAs: shownAs === TABLE ? null : shownAs,
    perPage,
    groups,
    figures: layout.hasFigures ? layout.figures : null,
  };
  return {
    /** Whether the list differs from its view. Without a view, whether there is something that a view would keep. */
    isChanged: current
      ? isFiltered() || isSorted() || isLaidOut() || isPaged()
      : isFiltered() || isSorted(),
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
