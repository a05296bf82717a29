import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { call } from '../client/http.ts';
import { toListQuery, type Filters } from '../client/list-query.ts';
import { useResource } from '../kit/use-resource.ts';

/**
 * Counts the records that match a filter. As that may take long, it requests nothing without a filter
 * or when the count is not wanted; a count that another part of the page requested is returned all the same.
 */
export function useCount(filter: Filters | undefined, isWanted = true) {
  const { resource } = useResource();
  return useQuery({
    queryKey: [resource.name, 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const pagination = { page: 1, perPage: 1 };
      const query = toListQuery({ filter, pagination, fields: ['_id'], total: 'exact' });
      const path = `${resource.root}?${query}`;
      return (await call<{ total: number }>(path, { signal, timeout: COUNT_TIMEOUT_MS })).json
        .total;
    },
    enabled: isWanted && filter !== undefined,
  });
}

/** Milliseconds. Counting millions of records by a filter without an index takes its time. */
const COUNT_TIMEOUT_MS = 60_000;

/** The exact number of records that match the list's filter, requested only if asked for. */
export function useExactTotal(isAsked: boolean) {
  const { filterValues } = useListContext();
  return useCount(filterValues as Filters, isAsked);
}
