import type { Resource } from '../../descriptor/descriptor.ts';
import { createSummary, type Summary } from '../../exchange/import-summary.ts';
import { announceChanges } from '../../store/changes.ts';
import { answerFlow } from '../answer-flow.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Route } from '../route.ts';
import { actOnMany } from './act-on-many.ts';
import { countTargets, readTargets } from './bulk-targets.ts';
import { parseBulk, type ManyRequest } from './parse-bulk.ts';
import { removeMany } from './remove-many.ts';
import { updateMany } from './update-many.ts';
import { writeEntries } from './write-entries.ts';

/**
 * Does something with many records. Each passes the same checks as alone; what is wrong with one is
 * reported and does not hold up the others. `routes` are those a declared action may name.
 */
export async function bulkRecords(
  call: UserCall,
  resource: Resource,
  routes: () => readonly Route[],
): Promise<Response | Refusal> {
  const asked = await parseBulk(call, resource);
  if (isRefusal(asked)) return asked;
  if ('entries' in asked) return await writeEntries(call, resource, asked, routes());

  const summary: BulkSummary = createSummary();
  const work = workThrough(call, resource, asked, routes, summary);
  if (!wantsProgress(call.request)) {
    for await (const _ of work) if (call.request.signal.aborted) break;
    return answerJson(call, 200, JSON.stringify(summary));
  }
  const expected = await countTargets(call, resource, asked.of);
  return await answerFlow(call, toLines(call, work, summary, expected), {
    'Content-Type': `${NDJSON}; charset=utf-8`,
  });
}

export type BulkSummary = Summary<{ _id: string }>;

const NDJSON = 'application/x-ndjson';

function wantsProgress({ headers }: Request): boolean {
  return headers.get('Accept')?.includes(NDJSON) ?? false;
}

/** One step per batch. Whoever stops listening stops it before the next one; what is done is done. */
async function* workThrough(
  call: UserCall,
  resource: Resource,
  asked: ManyRequest,
  routes: () => readonly Route[],
  summary: BulkSummary,
): AsyncGenerator<void> {
  for await (const ids of readTargets(call, resource, asked.of)) {
    summary.total += ids.length;
    if (asked.action === 'update') await updateMany(call, resource, ids, asked.data, summary);
    else if (asked.action === 'delete') await removeMany(call, resource, ids, summary);
    else await actOnMany(call, { ...asked, action: asked.action }, routes(), ids, summary);
    yield;
  }
}

/** How far it is after each batch, and at the end what became of all. */
async function* toLines(
  call: UserCall,
  work: AsyncGenerator<void>,
  summary: BulkSummary,
  expected: number,
): AsyncGenerator<string> {
  const progress = (): string => {
    const { total: done, problems: _, ...counts } = summary;
    return `${JSON.stringify({ progress: { done, expected, ...counts } })}\n`;
  };
  yield progress();
  for await (const _ of work) {
    // The call was answered before this was written, so that nobody else tells of it.
    await announceChanges(call.parts.database);
    yield progress();
  }
  yield `${JSON.stringify({ summary })}\n`;
}
