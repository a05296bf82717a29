import { mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { Call } from '../call.ts';

/** The record with only what the caller may read; the store's writes answer with all of it. */
export function recordAsSeen(
  { descriptor, role }: Call,
  resource: Resource,
  record: StoredRecord,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => mayRead(descriptor, role, resource, name)),
  );
}
