import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { call } from '../../http.ts';
import { toListQuery, type Filters } from '../../provider/list-query.ts';
import { useResource } from '../use-resource.ts';

/** How many records the list's filter lets through, counted; only where it is asked for, as that may take long. */
export function useExactTotal(isAsked: boolean) {
  const { resource } = useResource();
  const { filterValues } = useListContext();
  const filter = filterValues as Filters;
  return useQuery({
    queryKey: [resource.name, 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const pagination = { page: 1, perPage: 1 };
      const query = toListQuery({ filter, pagination, fields: ['_id'], total: 'exact' });
      const path = `${resource.root}?${query}`;
      return (await call<{ total: number }>(path, { signal, timeout: LONGEST })).json.total;
    },
    enabled: isAsked,
  });
}

/** Millions by a filter no index helps with take their time. */
const LONGEST = 60_000;
