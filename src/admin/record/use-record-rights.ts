import { useQuery } from '@tanstack/react-query';
import type { RecordAccess } from '../../contract/people/access.ts';
import { useConfig } from '../client/config.tsx';
import { call } from '../client/http.ts';
import { useResource } from '../kit/use-resource.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * Whether the user may change or delete a record. Filters of the role may be about other records, which only the
 * server knows; until it has answered, the rest of the filters decides.
 */
export function useRecordRights(
  record: Row | undefined,
): (operation: 'update' | 'delete') => boolean {
  const { mayWith } = useResource();
  const access = useRecordAccess(record);
  return (operation) => {
    if (record === undefined || !mayWith(operation, record)) return false;
    return access?.find((each) => each.operation === operation)?.allowed ?? true;
  };
}

/** Whether a record is a user who was anonymised. Only deleting is left for them. */
export function useIsAnonymised(record: Row | undefined): boolean {
  return useRecordAccess(record)?.some(({ rule }) => rule === 'anonymised') ?? false;
}

/** What only the server knows about the rights to a record; undefined until it has answered. */
function useRecordAccess(record: Row | undefined): RecordAccess['operations'] | undefined {
  const { role } = useConfig();
  const { resource } = useResource();
  const { data } = useQuery({
    queryKey: [resource.name, 'access', { id: record?.['id'] }],
    queryFn: async ({ signal }) => {
      const path = `${resource.root}/${encodeURIComponent(String(record!['id']))}/access`;
      return (await call<RecordAccess>(path, { signal })).json;
    },
    enabled:
      record !== undefined && (resource.rowRights[role] !== undefined || resource.name === 'users'),
    // If this request fails, the server still checks the change itself.
    retry: false,
  });
  return data?.operations;
}
