import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { toListQuery } from '../../client/list-query.ts';
import { toSortPayload } from '../../kit/sorting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { readRowBatch } from '../grid/endless/endless-loader.tsx';
import { useFilterWithin, type Where } from '../groups/use-filter-within.ts';
import { useRequestedFields } from '../list-request.ts';

/** The records that a column reads at once. */
const CARDS = 25;

/** The records of a column in the order of the list, read in pieces while the user scrolls. */
export function useBoardColumn(by: string, where: Where, isRead: boolean) {
  const { resource } = useResource();
  const { sort } = useListContext();
  const filter = useFilterWithin([where]);
  const fields = useRequestedFields();
  const query = toListQuery({
    filter,
    sort: sort.field === '' ? toSortPayload('_id') : sort,
    fields: [...new Set([...fields, by])],
  });
  query.set('_perPage', String(CARDS));
  const question = query.toString();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: [resource.name, 'board', question],
      queryFn: ({ pageParam, signal }) => readRowBatch(resource, question, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: isRead,
      retry: false,
    },
  );
  const records = useMemo(
    () => data?.pages.flatMap((page): readonly RaRecord[] => page.data),
    [data],
  );
  return {
    records,
    error,
    retry: () => void refetch(),
    isMore: hasNextPage,
    /** Reads the next records, unless that is under way. */
    readOn: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
  };
}
