import { useQuery } from '@tanstack/react-query';
import { call } from '../../http.ts';
import { toListQuery, type Filters } from '../../provider/list-query.ts';
import { useResource } from '../use-resource.ts';

/** How many records a filter lets through, counted; nothing is asked without one, as that may take long. */
export function useCount(filter: Filters | undefined) {
  const { resource } = useResource();
  return useQuery({
    queryKey: [resource.name, 'count', filter],
    queryFn: async ({ signal }): Promise<number> => {
      const pagination = { page: 1, perPage: 1 };
      const query = toListQuery({ filter, pagination, fields: ['_id'], total: 'exact' });
      const path = `${resource.root}?${query}`;
      return (await call<{ total: number }>(path, { signal, timeout: LONGEST })).json.total;
    },
    enabled: filter !== undefined,
  });
}

/** Millions by a filter no index helps with take their time. */
const LONGEST = 60_000;
