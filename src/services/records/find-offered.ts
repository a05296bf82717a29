import type { Resource } from '../../descriptor/descriptor.ts';
import { resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import type { Moment } from '../../descriptor/expression/variables.ts';
import { isOffered } from '../../descriptor/permissions/is-offered.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import type { Store, StoredRecord } from '../../store/store.ts';

/** The records that an action is for. What its condition asks of other records, the database judges. */
export async function findOffered(
  store: Pick<Store, 'settle'>,
  { resource, action }: { resource: Resource; action: Action },
  records: readonly StoredRecord[],
  moment: Moment,
): Promise<readonly StoredRecord[]> {
  const { when } = action;
  if (!when) return records;
  const unresolved = await store.settle(resource, resolveFilter(when, moment), records);
  return records.filter((record) => isOffered({ ...action, when: { unresolved } }, record, moment));
}
