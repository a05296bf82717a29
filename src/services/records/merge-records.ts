import type { Merged } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { saveMoved } from '../../store/system/past/merges.ts';
import { moveThreads } from '../../store/system/threads/follow-records.ts';
import type { QueryRunner, Store, StoredRecord } from '../../store/store.ts';
import { type Acting, actorOf, queryContext } from '../acting.ts';
import { asChangeSet } from '../change-set.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../refusal.ts';
import { toVisibleRecord, refuseStale, refuseWrite } from '../refuse-write.ts';
import type { MergeBody } from '../../contract/merge-body.ts';
import { moveReferences } from './move-references.ts';
import { abortWith, untilAborted } from '../abort.ts';

/**
 * Merges several records into one: references to the merged records point to the kept one, which takes the
 * chosen values. Either all of it happens or nothing. The `_id`s of merged records lead to the kept one. Returns the
 * kept record as the caller may see it, and the caller for the change set of the merge.
 */
export async function mergeRecords<Who extends Acting>(
  ordinary: Who,
  resource: Resource,
  request: MergeBody,
): Promise<{ acting: Who; merged: Merged } | Refusal> {
  const refusal = checkIds(request);
  if (refusal) return refusal;
  const id = newId();
  const detail = { kept: request.keep, gone: request.merge };
  const set = { id, way: 'merge', resource: resource.name, detail } as const;
  const acting = request.dryRun ? ordinary : await asChangeSet(ordinary, set);
  const done = await untilAborted<Merged | Refusal>(() =>
    acting.services.store.transaction(async (store, sql) => {
      const merged = await writeMerge(acting, resource, { ...request, id }, { store, sql });
      return request.dryRun ? abortWith(merged) : merged;
    }),
  );
  if (isRefusal(done)) return done;
  const record = toVisibleRecord(acting, resource, done.record);
  return { acting, merged: { ...done, record } };
}

function checkIds({ keep, merge, versions }: MergeBody): Refusal | undefined {
  const expected = 'a different record from the one to keep, listed only once';
  const twice = merge.findIndex((id, index) => id === keep || merge.indexOf(id) < index);
  if (twice >= 0) return refuse(problem('V002', `merge.${twice}`, { expected }));
  const missing = [keep, ...merge].find((id) => versions[id] === undefined);
  return missing === undefined
    ? undefined
    : refuse(problem('S002', `versions.${missing}`), { status: 428 });
}

async function writeMerge(
  acting: Acting,
  resource: Resource,
  { id: set, keep, merge: ids, versions, values = {}, dryRun }: MergeBody & { id: string },
  { store, sql }: { store: Store; sql: QueryRunner },
): Promise<Merged> {
  for (const id of [keep, ...ids]) {
    const row = await store.get(resource, id);
    if (!row) return abortWith(refuseAs('S001', { extra: { _id: id } }));
    const record = JSON.parse(row.json) as StoredRecord;
    if (record._version !== versions[id]) abortWith(refuseStale(acting, resource, record));
  }
  const moved = await moveReferences({ acting, resource, keep, gone: ids }, store);
  // Removed first, so that the kept record can take over their unique values.
  await removeAll(acting, resource, store, ids);
  const current = JSON.parse((await store.get(resource, keep))!.json) as StoredRecord;
  const patch = { mode: 'patch', body: values, current } as const;
  const checked = checkRecord({ ...queryContext(acting, resource), ...patch });
  if ('problems' in checked)
    return abortWith(
      refuse(
        checked.problems.map((each) => ({
          ...each,
          path: each.path === '' ? 'values' : `values.${each.path}`,
        })),
        { status: 422 },
      ),
    );
  const outcome = await store.update(
    resource,
    keep,
    current._version,
    checked.values,
    actorOf(acting),
  );
  if ('failure' in outcome) return abortWith(refuseWrite(acting, resource, outcome));
  await saveMoved(sql, set, {
    moved: moved.reduce((sum, { count }) => sum + count, 0),
    threads: await moveThreads(sql, resource.name, { keep, gone: ids }),
  });
  return { merge: dryRun ? null : set, record: outcome.record, gone: ids, moved };
}

/** Removes the records in rounds, as they may refer to one another: each round removes those without references. */
async function removeAll(
  acting: Acting,
  resource: Resource,
  store: Store,
  ids: readonly string[],
): Promise<void> {
  let left = [...ids];
  while (left.length > 0) {
    const kept: string[] = [];
    let refusal: Refusal | undefined;
    for (const id of left) {
      const outcome = await store.remove(resource, id, '*', actorOf(acting));
      if (!('failure' in outcome)) continue;
      refusal ??= refuseWrite(acting, resource, outcome);
      kept.push(id);
    }
    if (refusal && kept.length === left.length) abortWith(refusal);
    left = kept;
  }
}
