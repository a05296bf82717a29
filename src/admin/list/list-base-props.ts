import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { isFiltering, type Filters } from '../client/list-query.ts';
import { useResource } from '../kit/use-resource.ts';
import { toSortPayload } from '../resource/sorting.ts';
import { useOpeningFilter } from './filters/opening-filter.ts';
import { ENDLESS_SIZE } from './grid/endless/endless-rows.tsx';
import { useRequestedFields } from './list-request.ts';
import { usePerPage } from './list-pagination.tsx';
import { openingView } from './list-views.ts';
import { useShownAs } from './shown-as/use-shown-as.ts';

function filterIn([, , request]: readonly unknown[]): Filters {
  return (request as { filter?: Filters } | undefined)?.filter ?? {};
}

/** How react-admin reads the records of a list at this address. The request follows from these alone. */
export function useListBaseProps() {
  const { resource } = useResource();
  const fields = useRequestedFields();
  const shownAs = useShownAs();
  const [ownPerPage] = usePerPage();
  const { search } = useLocation();
  const filterDefaultValues = useOpeningFilter();
  const opening = openingView(resource);
  const perPage = opening?.perPage ?? ownPerPage;
  const isEndless = Number(new URLSearchParams(search).get('perPage') ?? perPage) === ENDLESS_SIZE;
  const sort = useMemo(
    () => toSortPayload(opening?.sort ?? resource.list.sort),
    [opening, resource],
  );
  return {
    // Permissions are checked before from what is known; without a store, a bare link opens a fresh list.
    disableAuthentication: true,
    storeKey: false,
    sort,
    perPage,
    filterDefaultValues,
    // Counts as long as that is quick; above that, the user asks for the exact number.
    queryOptions: {
      meta: { fields, total: 'estimate' },
      onError: () => undefined,
      // A board, a calendar and a tree read their own records; of a tree, a filter makes a table.
      enabled: ({ queryKey }: { queryKey: readonly unknown[] }) =>
        !isEndless &&
        (shownAs === undefined || (shownAs.kind === 'tree' && isFiltering(filterIn(queryKey)))),
    },
  } as const;
}
