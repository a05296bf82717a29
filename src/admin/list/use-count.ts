import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { call } from '../client/http.ts';
import { toListQuery, type Filters } from '../client/list-query.ts';
import { useResource } from '../kit/use-resource.ts';

/**
 * How many records a filter lets through, counted. As that may take long, nothing is asked without a
 * filter, nor where it is not wanted; what another place on the page has asked is told all the same.
 */
export function useCount(filter: Filters | undefined, isWanted = true) {
  const { resource } = useResource();
  return useQuery({
    queryKey: [resource.name, 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const pagination = { page: 1, perPage: 1 };
      const query = toListQuery({ filter, pagination, fields: ['_id'], total: 'exact' });
      const path = `${resource.root}?${query}`;
      return (await call<{ total: number }>(path, { signal, timeout: LONGEST })).json.total;
    },
    enabled: isWanted && filter !== undefined,
  });
}

/** Millions by a filter no index helps with take their time. */
const LONGEST = 60_000;

/** How many records the list's filter lets through, counted; only where it is asked for. */
export function useExactTotal(isAsked: boolean) {
  const { filterValues } = useListContext();
  return useCount(filterValues as Filters, isAsked);
}
