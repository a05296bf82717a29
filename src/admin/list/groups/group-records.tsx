import { ListBase, useListContext } from 'react-admin';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { toSortPayload } from '../../resource/sorting.ts';
import { useLayout } from '../grid/columns/layout.ts';
import { EndlessFrame } from '../grid/endless/endless-rows.tsx';
import { HEAD_HEIGHT, rowHeight, type Density } from '../grid/grid-table.ts';
import { Grid } from '../grid/grid.tsx';
import { useRequestedFields } from '../list-request.ts';
import { GridSkeleton } from '../skeletons.tsx';
import { ListPagination } from '../list-pagination.tsx';
import { useFilterWithin, type Where } from './use-filter-within.ts';

const ListError = lazyPart(() => import('../list-states.tsx'), 'ListError');

const ROWS = 25;

/** The records of a group: an ordinary list with the filter of the group, in the order of the list around. */
export function GroupRecords({ within }: { within: readonly Where[] }) {
  const fields = useRequestedFields();
  const filter = useFilterWithin(within);
  const { sort } = useListContext();
  return (
    <ListBase
      key={`${sort.field} ${sort.order}`}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      filter={filter}
      filterDefaultValues={{}}
      sort={sort.field === '' ? toSortPayload('_id') : sort}
      perPage={ROWS}
      queryOptions={{ meta: { fields, total: 'estimate' }, onError: () => undefined }}
    >
      <EndlessFrame fields={fields}>
        <Records />
      </EndlessFrame>
    </ListBase>
  );
}

/** About the height of the records of a group, in pixels, before they are loaded. */
export function heightOfRecords(count: number, density: Density): number {
  return HEAD_HEIGHT + Math.min(count, ROWS) * rowHeight(density);
}

function Records() {
  const layout = useLayout();
  const { data, error, isPending, total = 0 } = useListContext();
  if (isPending) return <GridSkeleton rows={3} density={layout.density} />;
  if (data === undefined) return <ListError error={error} />;
  // Filters and figures are those of the whole list.
  const own = { ...layout, hasFilterRow: false, hasFigures: false };
  return (
    <>
      <Grid layout={own} isSelectable={false} empty={null} />
      {total > ROWS && <ListPagination />}
    </>
  );
}
