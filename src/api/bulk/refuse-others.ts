import type { Action } from '../../descriptor/settings/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isOffered, leadsOn } from '../../descriptor/permissions/is-offered.ts';
import { countFailure } from '../../files/import/import-summary.ts';
import { refusedAction } from '../../descriptor/rules/check-states.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../../services/acting.ts';
import type { BulkWork } from './act-on-many.ts';

/** Counts the records that the action is not for as failed, and returns the others. */
export async function refuseOthers(
  call: UserCall,
  resource: Resource,
  action: Action,
  ids: readonly string[],
  { summary }: BulkWork,
): Promise<readonly string[]> {
  if (!action.when && !action.step) return ids;
  const records = await call.parts.store.findMany(resource, '_id', ids);
  const moment = momentOf(call);
  const others = new Set(
    records
      .filter((record) =>
        // The condition of a step is about the record as it will be, and checked with its values.
        action.step ? !leadsOn(action, record) : !isOffered(action, record, moment),
      )
      .map(({ _id }) => _id),
  );
  for (const _id of others) countFailure(summary, { _id }, [refusedAction(resource, action)]);
  return ids.filter((id) => !others.has(id));
}
