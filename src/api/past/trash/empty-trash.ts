import { z } from 'zod';
import { BulkSummary } from '../../../contract/summary.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { countFailure, createSummary } from '../../../files/import/import-summary.ts';
import { emptyTrash as letGo, findTrashed } from '../../../store/records/query/trash-list.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { runnerOf } from '../../../services/jobs/job-runner.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal } from '../../../services/refusal.ts';
import { MAX_IDS } from '../../records/bulk-body.ts';

export const emptyBody = z.union(
  [
    z.strictObject({
      ids: z.array(z.string()).min(1).max(MAX_IDS).describe('The records, by `_id`.'),
    }),
    z.strictObject({
      all: z.literal(true).describe('All records in the trash that your role may delete.'),
    }),
  ],
  { error: 'ids, or all: true' },
);

const BATCH = 1_000;

/** Lets go of deleted records for good. */
export async function emptyTrash(call: UserCall, resource: Resource): Promise<Reply> {
  const body = await parseBody(call, emptyBody);
  if (isRefusal(body)) return body;
  const { database: sql, store } = call.services;
  const theirs = call.restriction?.rowsOf(resource)?.delete;
  const requestedIds = 'ids' in body.value ? [...new Set(body.value.ids)] : null;
  const entries = await findTrashed(sql, store, resource, {
    see: theirs,
    ...(requestedIds && { ids: requestedIds }),
  });
  const summary = createSummary<{ _id: string }>();
  const gone = new Set<string>();
  const { stopping } = runnerOf(call.services.database);
  for (let at = 0; at < entries.length; at += BATCH) {
    // The rest stays in the trash. Records that were named are few, and each has its answer.
    if (stopping.aborted && !requestedIds) break;
    for (const id of await removeBatch(call, resource, entries.slice(at, at + BATCH))) gone.add(id);
  }
  summary.deleted = gone.size;
  for (const id of requestedIds ?? [])
    if (!gone.has(id)) countFailure(summary, { _id: id }, [problem('S019', '')]);
  summary.total = summary.deleted + summary.failed;
  return answer(call, 200, BulkSummary, summary);
}

type Found = Awaited<ReturnType<typeof findTrashed>>;

/** Audits each batch in its own transaction, so that an interrupted call has an entry for what it removed. */
function removeBatch(call: UserCall, { name }: Resource, batch: Found) {
  return call.services.store.transaction(async (_, sql) => {
    const gone = await letGo(sql, name, batch);
    const detail = { count: gone.size };
    if (gone.size > 0)
      await writeAudit(sql, {
        action: 'trashEmptied',
        ...auditActorOf(call),
        resource: name,
        detail,
      });
    return gone;
  });
}
