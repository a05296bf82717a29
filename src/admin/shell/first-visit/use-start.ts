import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { Start } from '../../../contract/meta.ts';
import { call } from '../../client/http.ts';

/** Whether the installation has records yet; undefined while that is not known. */
export function useStart(): Start | undefined {
  const { data } = useQuery({
    queryKey: ['start'],
    queryFn: async ({ signal }) => (await call<Start>('/api/info/start', { signal })).json,
    retry: false,
  });
  return data;
}

/** Reads everything on the screen again, now that there are records. */
export function leaveFirstVisit(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries();
}
