import { useListContext } from 'react-admin';
import { toSortKeys, toSortText } from '../../kit/sorting.ts';
import { useLayout } from '../grid/columns/use-layout.ts';
import { useAsking } from '../filters/use-asking.ts';
import type { ListView } from '../list-view.ts';
import { isFilteredOtherwise } from './view-filters.ts';

/** Is the list no longer as its view was kept? */
export function useIsChanged(view: ListView | undefined): boolean {
  const asking = useAsking();
  const { filterValues, sort } = useListContext();
  const { isDefault } = useLayout();
  if (view === undefined) return false;
  const isSortedOtherwise = view.sort !== null && view.sort !== toSortText(toSortKeys(sort));
  const filters = filterValues as Record<string, unknown>;
  return !isDefault || isSortedOtherwise || isFilteredOtherwise(asking, view, filters);
}
