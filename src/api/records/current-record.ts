import type { Resource } from '../../descriptor/descriptor.ts';
import type { Expected, StoredRecord } from '../../store/store.ts';
import type { Call } from '../http/call.ts';
import { refuseAs, type Refusal } from '../http/refusal.ts';
import { refuseStale } from './write-answer.ts';

/**
 * The record a write is based on, whole, as rules look at fields the caller may not read too; refused
 * when it is another by now.
 */
export async function readCurrent(
  call: Call,
  resource: Resource,
  id: string,
  expected: Expected,
): Promise<{ current: StoredRecord } | Refusal> {
  const found = await call.parts.store.get(resource, id);
  if (!found) return refuseAs('S001');
  const current = JSON.parse(found.json) as StoredRecord;
  if (expected !== '*' && expected !== found.version) return refuseStale(call, resource, current);
  return { current };
}
