import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Identifier, RaRecord } from 'react-admin';
import { useResource } from '../kit/use-resource.ts';

/** The key of a whole record; lists and titles store shortened ones under other keys. */
export function wholeRecordKey(resource: string, id: Identifier): unknown[] {
  return [resource, 'getOne', { id: String(id) }];
}

/** Shows a write on the other screens: the record as it is now, or without one that it is gone. */
export function useRefresh(): (record?: RaRecord) => Promise<void> {
  const { name } = useResource().resource;
  const queries = useQueryClient();
  return useCallback(
    async (record) => {
      if (record) queries.setQueryData(wholeRecordKey(name, record.id), record);
      // Leaves out the whole record, which an open form would take for another user's change.
      await queries.invalidateQueries({
        predicate: ({ queryKey: [resource, method] }) => resource === name && method !== 'getOne',
      });
    },
    [queries, name],
  );
}
