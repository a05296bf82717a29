import type { EntryResult } from '../../../../contract/bulk.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { toRecord } from '../../../client/data-provider.ts';
import { wholeRecordKey } from '../../../record/use-refresh.ts';

type Listed = { data?: readonly RaRecord[] };

/**
 * Puts what was written into what is shown, before the lists are read again. A row that is
 * as it was stays the same object, so that it is not drawn again.
 */
export function showWritten(
  queries: QueryClient,
  resource: Resource,
  results: readonly EntryResult[],
): void {
  const written = new Map<string, RaRecord>();
  for (const result of results) {
    if (result.status === 'failed') continue;
    if (result.status === 'deleted')
      queries.removeQueries({ queryKey: wholeRecordKey(resource.name, result._id) });
    else if (result.record) written.set(result._id, toRecord(result.record) as RaRecord);
  }
  for (const record of written.values())
    queries.setQueryData(wholeRecordKey(resource.name, record.id), record);
  for (const kind of ['getList', 'endless'])
    queries.setQueriesData<Listed>({ queryKey: [resource.name, kind] }, (list) => {
      if (!list?.data?.some(({ id }) => written.has(String(id)))) return list;
      return { ...list, data: list.data.map((row) => updated(row, written.get(String(row.id)))) };
    });
  const isRowsOther = results.some(({ status }) => status === 'created' || status === 'deleted');
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, method] }) => name === resource.name && method !== 'getOne',
    // Rows that came or went are looked for at once; other changes are told by the server anyway.
    refetchType: isRowsOther ? 'active' : 'none',
  });
}

/** The row with the values it shows as they are now. */
function updated(row: RaRecord, record: RaRecord | undefined): RaRecord {
  if (record === undefined) return row;
  const next = Object.fromEntries(Object.keys(row).map((name) => [name, record[name]]));
  return isSameJson(row, next) ? row : { ...row, ...next };
}
