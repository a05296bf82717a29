import { useListContext } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import type { Filters } from '../client/list-query.ts';
import { AsOfBanner } from '../kit/as-of-banner.tsx';

/** Which moment the list shows; today's list has the same filter. */
export function ListMoment() {
  const { pathname, search } = useLocation();
  const { filterValues } = useListContext();
  const { [AS_OF]: _, ...filter } = filterValues as Filters;
  const params = new URLSearchParams(search);
  params.set('filter', JSON.stringify(filter));
  params.delete('open');
  return <AsOfBanner today={{ pathname, search: params.toString() }} />;
}
