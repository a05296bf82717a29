import { useQuery } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { RecordAccess } from '../../contract/access.ts';
import { useConfig } from '../client/config.tsx';
import { call } from '../client/http.ts';
import { useResource } from '../kit/use-resource.ts';

/**
 * Whether the user may change or delete a record. Filters of the role may be about other records, which only the
 * server knows; until it has answered, the rest of the filters decides.
 */
export function useRecordRights(
  record: RaRecord | undefined,
): (operation: 'update' | 'delete') => boolean {
  const { role } = useConfig();
  const { resource, mayWith } = useResource();
  const { data } = useQuery({
    queryKey: [resource.name, 'access', { id: record?.id }],
    queryFn: async ({ signal }) => {
      const path = `${resource.root}/${encodeURIComponent(record!.id)}/access`;
      return (await call<RecordAccess>(path, { signal })).json;
    },
    enabled: record !== undefined && resource.rowRights[role] !== undefined,
    // If this request fails, the server still checks the change itself.
    retry: false,
  });
  return (operation) => {
    if (record === undefined || !mayWith(operation, record)) return false;
    return data?.operations.find((each) => each.operation === operation)?.allowed ?? true;
  };
}
