import { useListContext } from 'react-admin';
import type { Filters } from '../../client/list-query.ts';

/** The filter of a group. */
export type Where = Readonly<Record<string, unknown>>;

/** The filter of the list together with those of the groups around. */
export function useFilterWithin(within: readonly Where[]): Filters {
  const filterValues = useListContext().filterValues as Filters;
  if (within.length === 0) return filterValues;
  const outer = filterValues['where'];
  const and = [...(outer === undefined ? [] : [outer]), ...within];
  return { ...filterValues, where: { and } };
}
