import { useGetList } from 'react-admin';

/** How many wait to be let in; events about users make it be counted again. */
export function useWaiting(): number {
  const { total = 0 } = useGetList('users', {
    pagination: { page: 1, perPage: 1 },
    filter: { status: 'pending' },
    meta: { fields: ['status'] },
  });
  return total;
}
