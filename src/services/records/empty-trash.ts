import type { BulkSummary } from '../../contract/summary.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { countFailure, createSummary } from '../../files/import/import-summary.ts';
import { emptyTrash as letGo, findTrashed } from '../../store/records/query/trash-list.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { removeThreadsOf } from '../../store/system/threads/follow-records.ts';
import { type Acting, auditActorOf } from '../acting.ts';
import { runnerOf } from '../jobs/job-runner.ts';

const BATCH = 1_000;

/** Lets go of deleted records for good: the named ones, or all that the caller may delete. */
export async function emptyTrash(
  acting: Acting,
  resource: Resource,
  ids: readonly string[] | undefined,
): Promise<BulkSummary> {
  const { database: sql, store } = acting.services;
  const theirs = acting.restriction?.rowsOf(resource)?.delete;
  const requestedIds = ids && [...new Set(ids)];
  const entries = await findTrashed(sql, store, resource, {
    resources: acting.descriptor.resources,
    see: theirs,
    ...(requestedIds && { ids: requestedIds }),
  });
  const summary = createSummary<{ _id: string }>();
  const gone = new Set<string>();
  const { stopping } = runnerOf(acting.services.database);
  for (let at = 0; at < entries.length; at += BATCH) {
    // The rest stays in the trash. Records that were named are few, and each has its answer.
    if (stopping.aborted && !requestedIds) break;
    for (const id of await removeBatch(acting, resource, entries.slice(at, at + BATCH)))
      gone.add(id);
  }
  summary.deleted = gone.size;
  for (const id of requestedIds ?? [])
    if (!gone.has(id)) countFailure(summary, { _id: id }, [problem('S019', '')]);
  summary.total = summary.deleted + summary.failed;
  return summary;
}

type Found = Awaited<ReturnType<typeof findTrashed>>;

/** Audits each batch in its own transaction, so that an interrupted call has an entry for what it removed. */
function removeBatch(acting: Acting, { name }: Resource, batch: Found) {
  return acting.services.store.transaction(async (_, sql) => {
    const gone = await letGo(sql, name, batch);
    await removeThreadsOf(sql, name, [...gone]);
    const detail = { count: gone.size };
    if (gone.size > 0)
      await writeAudit(sql, {
        action: 'trashEmptied',
        ...auditActorOf(acting),
        resource: name,
        detail,
      });
    return gone;
  });
}
