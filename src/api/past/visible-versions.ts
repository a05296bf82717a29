import type { Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import {
  findVersion,
  listChangesSince,
  type HistoryRow,
} from '../../store/system/past/record-history.ts';
import type { UserCall } from '../http/call.ts';
import { settledSight } from './settled-sight.ts';
import { createWalk, statesOf, toSight } from '../../store/system/past/walk-back.ts';

/** A version that the caller may see. */
export type VisibleVersion = {
  row: HistoryRow;
  /** Whether the caller may also see the version before, and so the earlier values. */
  showsBefore: boolean;
};

/** The record as it is if the caller may see it; `deleted` if it was deleted and they may see how it last was. */
export async function findSubject(
  call: UserCall,
  resource: Resource,
  id: string,
): Promise<{ current: JsonObject } | { deleted: HistoryRow } | undefined> {
  const { store, database } = call.services;
  const row = await store.get(resource, id);
  if (row) return { current: JSON.parse(row.json) as JsonObject };
  const latest = await findVersion(database.primaryOrReplica, { resource: resource.name, id });
  if (latest?.operation !== 'delete') return undefined;
  const { sees } = await settledSight(call, resource, [latest.before]);
  return sees(latest.before, true) ? { deleted: latest } : undefined;
}

/**
 * The versions of these rows, newest first, that the caller may see; undefined if they may not see the record. Rows
 * between them count too, so it walks back from the record as it is.
 */
export async function findVisible(
  call: UserCall,
  resource: Resource,
  id: string,
  rows: readonly HistoryRow[],
): Promise<VisibleVersion[] | undefined> {
  const see = call.restriction?.rowsOf(resource)?.see;
  const oldest = rows.at(-1);
  if (!see && oldest) return rows.map((row) => ({ row, showsBefore: true }));
  const subject = await findSubject(call, resource, id);
  if (!subject || !oldest) return subject && [];

  const { follows } = toSight(call.descriptor, resource, see);
  const changes = await listChangesSince(call.services.database.primaryOrReplica, {
    resource: resource.name,
    ids: [id],
    since: oldest.seq,
    fields: follows([]),
  });
  const current = 'current' in subject ? subject.current : undefined;
  const { sees } = await settledSight(call, resource, statesOf(current, changes));
  const walk = createWalk(current, changes);
  const isSeen = (seq: number) => sees(walk.at(seq), walk.knowsStamps());
  return rows.flatMap((row) => {
    const seq = Number(row.seq);
    const seesAfter = isSeen(seq);
    const showsBefore = isSeen(seq - 1);
    const seesIt = row.operation === 'delete' ? showsBefore : seesAfter;
    return seesIt ? [{ row, showsBefore }] : [];
  });
}
