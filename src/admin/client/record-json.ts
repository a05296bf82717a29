import { HttpError, type RaRecord } from 'react-admin';
import { systemFields } from '../../descriptor/descriptor.ts';
import { THREADS } from '../../descriptor/filter/filter.ts';
import { COLORS } from '../../descriptor/filter/seen-colors.ts';
import type { ProblemDocument } from './http.ts';

/** The record for react-admin, with `_id` as `id` too, which infers the type from its use. */
export function toRecord<Of extends RaRecord>(json: Record<string, unknown>): Of {
  return { ...json, id: json._id } as unknown as Of;
}

/** The record as it is, if a call was refused because somebody else changed it first. */
export function currentOf(error: unknown): RaRecord | undefined {
  if (!(error instanceof HttpError) || error.status !== 412) return undefined;
  const { current } = (error.body as ProblemDocument | null) ?? {};
  return current && toRecord(current);
}

/** The record as a client may send it: without `id` and the six fields that only the server sets. */
export function fromRecord(record: Partial<RaRecord> | undefined): Record<string, unknown> {
  const own = { ...record };
  delete own.id;
  delete own[COLORS];
  delete own[THREADS];
  for (const name of systemFields) delete own[name];
  // Values of other records, which lists return for titles.
  for (const name of Object.keys(own)) if (name.includes('.')) delete own[name];
  return own;
}

/** The `_id` that a client chose for a new record. A copy of a record has a version too, and gets an `_id` of its own. */
export function ownIdOf({ _id, id = _id, _version }: Partial<RaRecord>): { _id?: unknown } {
  return id === undefined || _version !== undefined ? {} : { _id: _id ?? id };
}
