import { findOffered } from '../records/find-offered.ts';
import { type BulkRunSummary, MAX_IDS } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import { leadsOn } from '../../descriptor/permissions/is-offered.ts';
import { refusedAction } from '../../descriptor/rules/check-states.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import type { TextEdits } from '../../descriptor/text-edit.ts';
import { countFailure, createSummary } from '../../files/import/import-summary.ts';
import { type Acting, momentOf } from '../acting.ts';
import { runnerOf } from '../jobs/job-runner.ts';
import { type ActOnOne, actOnMany, type BulkWork, removeMany } from './act-on-many.ts';
import { createRecheck, readTargets, type Targets } from './bulk-targets.ts';
import { updateMany } from './update-many.ts';

/** One action for many records. */
export type ManyRequest = { of: Targets } &
  /** `by`: the transition that the change is; it refuses records in other states. */
  (
    | { action: 'update'; data: JsonObject; edits?: TextEdits; by?: Action }
    | { action: 'delete' }
    | { action: Action; data: unknown }
  );

/** Begins to change many records; nothing is written yet. */
export function beginWork(acting: Acting, resource: Resource, { of }: ManyRequest): BulkWork {
  const match = createRecheck(acting, resource, of);
  return { acting, resource, summary: createSummary(), changed: [], match };
}

/**
 * Works through the targets, one step per batch. When stopped, or when the server stops, it writes nothing more and
 * only collects the first of the remaining `_id`s; what was done is kept.
 */
export async function* workThrough(
  work: BulkWork,
  request: ManyRequest,
  actOnOne: ActOnOne,
): AsyncGenerator<void> {
  const { acting, resource } = work;
  const { stopping } = runnerOf(acting.services.database);
  for await (const ids of readTargets(acting, resource, request.of)) {
    if (stopping.aborted) stopWork(work);
    const { rest } = work;
    if (rest) {
      rest.ids.push(...ids.slice(0, MAX_IDS - rest.ids.length));
      rest.total += ids.length;
      continue;
    }
    work.summary.total += ids.length;
    if (request.action === 'delete') await removeMany(work, ids);
    else if (request.action === 'update') {
      const mine = request.by ? await refuseOthers(work, ids, request.by) : ids;
      await updateMany(work, mine, request);
    } else {
      const mine = await refuseOthers(work, ids, request.action);
      await actOnMany(work, mine, { ...request, action: request.action }, actOnOne);
    }
    yield;
  }
}

/** Stops the work before its next batch. */
export function stopWork(work: BulkWork): void {
  work.rest ??= { ids: [], total: 0 };
}

/** All remaining records are counted, but only the first of them are listed. */
export function toSummary({ summary, changed, rest }: BulkWork): BulkRunSummary {
  if (!rest || rest.total === 0) return summary;
  const total = summary.total + rest.total;
  return { ...summary, total, stopped: { changed: changed.slice(0, MAX_IDS), left: rest.ids } };
}

/** Counts the records that the action is not for as failed, and returns the others. */
async function refuseOthers(
  { acting, resource, summary }: BulkWork,
  ids: readonly string[],
  action: Action,
): Promise<readonly string[]> {
  if (!action.when && !action.step) return ids;
  const records = await acting.services.store.findMany(resource, '_id', ids);
  // The condition of a step is about the record as it will be, and checked with its values.
  const meant = action.step
    ? records.filter((record) => leadsOn(action, record))
    : await findOffered(acting.services.store, { resource, action }, records, momentOf(acting));
  const others = new Set(records.filter((record) => !meant.includes(record)).map(({ _id }) => _id));
  for (const _id of others) countFailure(summary, { _id }, [refusedAction(resource, action)]);
  return ids.filter((id) => !others.has(id));
}
