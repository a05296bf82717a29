import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { toApiName, toListQuery } from '../../client/list-query.ts';
import { toSortPayload } from '../../resource/sorting.ts';
import { useResource } from '../../kit/use-resource.ts';
import { readRowBatch, type RowBatch } from '../grid/endless/endless-loader.tsx';
import { useFilterWithin, type Where } from '../groups/use-filter-within.ts';
import { useRequestedFields } from '../list-request.ts';
import type { ColumnValue } from './board-menus.tsx';

/** The records that a column reads at once. */
const CARDS = 25;

/** The records of a column in the order of the list, read in pieces while the user scrolls. */
export function useBoardColumn(by: string, value: ColumnValue, isRead: boolean) {
  const { resource } = useResource();
  const { sort } = useListContext();
  const name = toApiName(by);
  const where: Where = value === null ? { [`${name}_null`]: true } : { [name]: value };
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
      queryKey: [resource.name, 'board', question, value],
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

/** Puts a record into the column of its value, as the first, and takes it out of the others. */
export function putIntoColumn(
  queries: QueryClient,
  resource: Resource,
  record: RaRecord,
  value: unknown,
): void {
  const columns = queries.getQueriesData<InfiniteData<RowBatch>>({
    queryKey: [resource.name, 'board'],
  });
  for (const [key, column] of columns) {
    if (!column) continue;
    const isOwn = key.at(-1) === value;
    const pages = column.pages.map((page, at) => {
      const others = page.data.filter(({ id }) => id !== record.id);
      return { ...page, data: isOwn && at === 0 ? [record, ...others] : others };
    });
    queries.setQueryData(key, { ...column, pages });
  }
}
