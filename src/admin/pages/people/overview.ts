import type { Overview } from '../../../contract/people.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../client/http.ts';

/** Who is here and who wants in. By its key a change of a user makes it be read again, in every browser. */
export function useOverview() {
  return useQuery({
    queryKey: ['users', 'overview'],
    queryFn: async ({ signal }) => (await call<Overview>('/api/admin/overview', { signal })).json,
    staleTime: 0,
  });
}
