import { useQueries } from '@tanstack/react-query';
import { useDataProvider, type Identifier } from 'react-admin';
import type { ChildList } from './use-children.ts';

/** The number of records in each child list, by one call each; undefined until it is known. */
export function useChildTotals(
  lists: readonly Pick<ChildList, 'resource' | 'path'>[],
  id: Identifier,
): readonly (number | undefined)[] {
  const dataProvider = useDataProvider();
  return useQueries({
    queries: lists.map(({ resource, path }) => {
      const params = {
        filter: { [path]: id },
        pagination: { page: 1, perPage: 1 },
        sort: { field: '_id', order: 'ASC' as const },
        meta: { fields: ['_id'] },
      };
      return {
        // The form of react-admin's own keys, so that its writes refresh these too.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          dataProvider.getList(resource.name, { ...params, signal }),
      };
    }),
    combine: (answers) => answers.map(({ data }) => data?.total),
  });
}
