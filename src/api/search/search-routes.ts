import { searchOperation } from '../openapi/search-operation.ts';
import type { Route } from '../route.ts';
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
