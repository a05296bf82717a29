import { requireItem } from '../../fields/require-entry.ts';
import { useQueries } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import { namingFields } from '../../descriptor/title.ts';
import { useConfig } from '../client/config.tsx';
import { resourcesFor } from '../shell/core-pages.ts';

/** The most records of one resource, so that an import of thousands leaves room for the others. */
export const MAX_PER_RESOURCE = 5;

export type Latest = {
  resource: Resource;
  records: readonly RaRecord[] | undefined;
  total: number | undefined;
  totalIsEstimate: boolean;
  failed: boolean;
};

/** For every resource the user may list: the number of records, and the latest ones. One call each. */
export function useLatestRecords(): Latest[] {
  const { descriptor, role } = useConfig();
  const dataProvider = useDataProvider();
  const listed = resourcesFor(descriptor, role, 'list');
  return useQueries({
    queries: listed.map((resource) => {
      const params = {
        pagination: { page: 1, perPage: MAX_PER_RESOURCE },
        sort: { field: 'updatedAt', order: 'DESC' as const },
        filter: {},
        meta: { fields: [...new Set([...namingFields(resource), ...stamps])] },
      };
      return {
        // The shape of react-admin's own keys, so that its writes refresh these queries too.
        queryKey: [resource.name, 'getList', params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          dataProvider.getList(resource.name, { ...params, signal }),
        staleTime: 0,
      };
    }),
    combine: (answers) =>
      answers.map(({ data, isError }, index) => ({
        resource: requireItem(listed, index),
        records: data?.data,
        total: data?.total,
        totalIsEstimate: data?.meta?.totalIsEstimate === true,
        failed: isError,
      })),
  });
}

const stamps = ['createdAt', 'updatedAt', 'updatedBy'];
