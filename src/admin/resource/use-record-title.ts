import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'react-admin';
import { displayTitle, titleFields } from '../../descriptor/title.ts';
import { titlesMeta } from '../../fields/type/reference-context.tsx';
import type { Resource } from '../../descriptor/descriptor.ts';

/**
 * The title of a record that was read alone. Such a record has no values of other records, so a title that shows some
 * is requested; until then those parts are missing.
 */
export function useRecordTitle(resource: Resource, record: RaRecord | undefined): string {
  const dataProvider = useDataProvider();
  const isBeyond = titleFields(resource).some((name) => resource.through.has(name));
  const { data } = useQuery({
    // Another version can refer to other records.
    queryKey: [resource.name, 'title', record?.id, record?._version],
    queryFn: ({ signal }) =>
      dataProvider.getMany(resource.name, { ids: [record!.id], meta: titlesMeta, signal }),
    enabled: isBeyond && record !== undefined,
  });
  return record ? displayTitle(resource, { ...data?.data[0], ...record }) : '';
}
