import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PastRecord, RecordHistory } from '../../../contract/past.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { call } from '../../client/http.ts';

/** Which versions to list; '' stands for all. */
export type HistoryFilter = { field: string; by: string };

export const allVersions: HistoryFilter = { field: '', by: '' };

const PER_PAGE = 20;

/** The versions of a record, newest first, page by page. They are read again when the record changes. */
export function useHistory({ name, root }: Resource, id: string, filter: HistoryFilter) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [name, 'history', id, filter],
      queryFn: async ({ pageParam, signal }) => {
        const search = new URLSearchParams({ _perPage: String(PER_PAGE) });
        for (const [key, value] of Object.entries({ ...filter, _after: pageParam }))
          if (value) search.set(key, value);
        const path = `${root}/${encodeURIComponent(id)}/history?${search}`;
        return (await call<RecordHistory>(path, { signal })).json;
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      staleTime: 0,
    });
  return {
    versions: data?.pages.flatMap((page) => page.data) ?? [],
    error,
    isPending,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** The record as it was in a version, which nobody changes; but an admin can erase values of it. */
export function usePastRecord({ name, root }: Resource, id: string, version: number) {
  return useQuery({
    queryKey: [name, 'version', id, version],
    queryFn: async ({ signal }) => {
      const path = `${root}/${encodeURIComponent(id)}/history/${version}`;
      return (await call<PastRecord>(path, { signal })).json;
    },
  });
}
