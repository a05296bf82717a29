import { searchOperation } from './search-operation.ts';
import type { Route } from '../http/route.ts';
import { search } from './search.ts';

export function searchRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/search',
      needs: 'user',
      takesQuery: true,
      operation: searchOperation,
      run: search,
    },
  ];
}
