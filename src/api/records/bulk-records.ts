import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { createSummary } from '../../exchange/import-summary.ts';
import { problem } from '../../fields/problem.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { MAX_BULK } from './bulk-body.ts';
import { parseBulk, type BulkRequest } from './bulk-request.ts';
import { removeMany } from './bulk-remove.ts';
import { updateMany } from './bulk-update.ts';

/** Each batch is a transaction of its own: short, so that nobody waits for the whole. */
const BATCH = 200;

/**
 * Does one thing with many records. Each passes the same checks as alone; what is wrong with
 * one is reported and does not hold up the others.
 */
export async function bulkRecords(call: UserCall, resource: Resource): Promise<Response | Refusal> {
  const asked = await parseBulk(call, resource);
  if (isRefusal(asked)) return asked;
  const ids = await idsOf(call, resource, asked.of);
  if (ids.length > MAX_BULK) return refuse(problem('V016', 'where', { max: MAX_BULK }));

  const summary = createSummary<{ _id: string }>();
  for (let start = 0; start < ids.length; start += BATCH) {
    // Whoever hung up reads no summary; what is done is done.
    if (call.request.signal.aborted) break;
    const batch = ids.slice(start, start + BATCH);
    summary.total += batch.length;
    if (asked.action === 'update') await updateMany(call, resource, batch, asked.data, summary);
    else await removeMany(call, resource, batch, summary);
  }
  return answerJson(call, 200, JSON.stringify(summary));
}

/** At most one more than is allowed, to tell that it is too many. */
async function idsOf(
  { parts, descriptor, role }: UserCall,
  resource: Resource,
  of: BulkRequest['of'],
): Promise<readonly string[]> {
  if ('ids' in of) return of.ids;
  const ids: string[] = [];
  // Words are searched for in what the role may read, and nowhere else.
  const readable = readableFields(descriptor, role, resource);
  const query = {
    ...of,
    sort: [],
    page: 1,
    perPage: 1000,
    fields: [],
    total: 'none',
  } as const;
  for await (const batch of parts.store.stream(resource, query, readable)) {
    ids.push(...batch.map((text) => (JSON.parse(text) as { _id: string })._id));
    if (ids.length > MAX_BULK) break;
  }
  return ids;
}
