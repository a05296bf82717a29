import { useListContext } from 'react-admin';
import type { Filters } from '../client/list-query.ts';
import { useCount } from './use-count.ts';

/** How many records the list's filter lets through, counted; only where it is asked for. */
export function useExactTotal(isAsked: boolean) {
  const { filterValues } = useListContext();
  return useCount(filterValues as Filters, isAsked);
}
