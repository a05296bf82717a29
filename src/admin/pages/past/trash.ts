import type { BulkSummary } from '../../../contract/summary.ts';
import type { Trash } from '../../../contract/past.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { changeSetOf } from '../../client/bulk.ts';
import { call } from '../../client/http.ts';

export type TrashedRecord = Trash['data'][number];

export type RestoreOrder = {
  ids: readonly string[];
  /** Restores records without their references to records that are gone. */
  clear?: boolean;
  /** Values, by field, for records whose own value is missing, taken or no longer valid. */
  values?: Readonly<Record<string, unknown>>;
};

export type Restored = BulkSummary & { changeSet?: string };

/** Restores deleted records; a dry run only says what stands in the way. */
export async function restoreTrashed(
  { root }: Resource,
  order: RestoreOrder & { dryRun?: boolean },
): Promise<Restored> {
  const init = { method: 'POST', body: order, timeout: false } as const;
  const { json, headers } = await call<BulkSummary>(`${root}/trash/restore`, init);
  return { ...json, ...changeSetOf(headers) };
}
