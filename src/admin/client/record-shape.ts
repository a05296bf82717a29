import type { RaRecord } from 'react-admin';
import { systemFields } from '../../descriptor/descriptor.ts';

/** As react-admin wants it: our record with its `_id` as `id` too. It infers what a record is from its use. */
export function toRecord(json: Record<string, unknown>): any {
  return { ...json, id: json._id };
}

/** What a client may send: the record without `id` and the six fields that are the server's. */
export function fromRecord(record: Partial<RaRecord> | undefined): Record<string, unknown> {
  const own = { ...record };
  delete own.id;
  for (const name of systemFields) delete own[name];
  return own;
}
