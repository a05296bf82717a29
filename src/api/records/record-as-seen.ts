import { mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Call } from '../http/call.ts';

/** The record with only what the caller may read; the store's writes answer with all of it. */
export function recordAsSeen(
  { descriptor, role }: Call,
  resource: Resource,
  record: StoredRecord,
): StoredRecord {
  const isSeen = (name: string) => mayRead(descriptor, role, resource, name);
  // To most who write nothing is hidden, and a record need not be built again.
  if (Object.keys(record).every(isSeen)) return record;
  const seen = Object.entries(record).filter(([name]) => isSeen(name));
  return Object.fromEntries(seen) as StoredRecord;
}
