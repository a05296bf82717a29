import { type BulkWork, actOnMany, removeMany } from './act-on-many.ts';
import { BulkAnswer, BulkLine, type BulkRunSummary } from '../../contract/bulk.ts';
import { randomUUID } from 'node:crypto';
import type { Resource } from '../../descriptor/descriptor.ts';
import { createSummary, countFailure } from '../../files/import/import-summary.ts';
import { announceChanges } from '../../store/connection/changes.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { answerChunks } from '../http/answer/answer-chunks.ts';
import { answer, answerJson, type Reply } from '../http/answer/answer.ts';
import { toJson } from '../../contract/answer-of.ts';
import { type SaveAnswer, momentOf } from '../../services/acting.ts';
import { withLongWorkStore, type UserCall } from '../http/call.ts';
import { bodyFingerprint, isRepeatable, onlyOnce } from '../http/only-once.ts';
import { isRefusal } from '../../services/refusal.ts';
import type { Route } from '../http/route.ts';
import { runnerOf } from '../../services/jobs/job-runner.ts';
import { MAX_IDS } from '../records/bulk-body.ts';
import { countTargets, createRecheck, readTargets } from './bulk-targets.ts';
import { type ManyRequest, parseBulk } from './parse-bulk.ts';
import { listenForStop } from './stop-bulk.ts';
import { updateMany } from './update-many.ts';
import { writeEntries } from './write-entries.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import { isOffered, leadsOn } from '../../descriptor/permissions/is-offered.ts';
import { refusedAction } from '../../descriptor/rules/check-states.ts';

/**
 * Changes many records. Each passes the same checks as alone; a problem of one is reported and does not
 * hold up the others. `routes` are those that a declared action may name.
 */
export async function bulkRecords(
  call: UserCall,
  resource: Resource,
  routes: () => readonly Route[],
): Promise<Reply> {
  if (!isRepeatable(call)) return await actOn(call, resource, routes);
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const inner = { ...call, readJson: async () => body };
  const kept = await onlyOnce(call, bodyFingerprint(call, body.value), async (keep) => {
    const done = await actOn(inner, resource, routes, keep);
    return isRefusal(done) ? done : await done.text();
  });
  return typeof kept === 'string' ? answerJson(call, 200, kept) : kept;
}

async function actOn(
  ordinary: UserCall,
  resource: Resource,
  routes: () => readonly Route[],
  keep?: SaveAnswer,
): Promise<Reply> {
  const started = await withLongWorkStore(ordinary, 'bulk');
  const request = await parseBulk(started, resource);
  if (isRefusal(request)) return request;
  const call = await asChangeSet(started, { way: 'bulk', resource: resource.name });
  if ('entries' in request) return await writeEntries(call, resource, request, keep);

  const wantsProgress = call.request.headers.get('Accept')?.includes(NDJSON) ?? false;
  if (!wantsProgress || isRepeatable(call)) {
    const work = beginWork(call, resource, request);
    for await (const _ of workThrough(work, request, routes))
      if (call.request.signal.aborted) break;
    return answer(call, 200, BulkAnswer, toSummary(work));
  }
  const expected = await countTargets(call, resource, request.of);
  const work = beginWork(call, resource, request);
  return await answerChunks(call, toLines(work, expected, workThrough(work, request, routes)), {
    'Content-Type': `${NDJSON}; charset=utf-8`,
  });
}

function beginWork(call: UserCall, resource: Resource, { of }: ManyRequest): BulkWork {
  const match = createRecheck(call, resource, of);
  return { call, resource, summary: createSummary(), changed: [], match };
}

const NDJSON = 'application/x-ndjson';

/**
 * Works through the targets, one step per batch. When stopped, or when the server stops, it writes nothing more and
 * only collects the first of the remaining `_id`s; what was done is kept.
 */
async function* workThrough(
  work: BulkWork,
  request: ManyRequest,
  routes: () => readonly Route[],
): AsyncGenerator<void> {
  const { call, resource } = work;
  const { stopping } = runnerOf(call.services.database);
  for await (const ids of readTargets(call, resource, request.of)) {
    if (stopping.aborted) stop(work);
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
      await actOnMany(work, mine, { ...request, action: request.action }, routes());
    }
    yield;
  }
}

function stop(work: BulkWork): void {
  work.rest ??= { ids: [], total: 0 };
}

/** All remaining records are counted, but only the first of them are listed. */
function toSummary({ summary, changed, rest }: BulkWork): BulkRunSummary {
  if (!rest || rest.total === 0) return summary;
  const total = summary.total + rest.total;
  return { ...summary, total, stopped: { changed: changed.slice(0, MAX_IDS), left: rest.ids } };
}

/**
 * Reports the progress after each batch, and the summary at the end. If the listener leaves, the work stops
 * before the next batch; a request to stop (`stop-bulk.ts`) still gets the exact summary.
 */
async function* toLines(
  work: BulkWork,
  expected: number,
  batches: AsyncGenerator<void>,
): AsyncGenerator<string> {
  const { call } = work;
  const run = randomUUID();
  const close = await listenForStop(call, run, () => stop(work));
  const progress = (): string => {
    const { total: done, problems: _, ...counts } = work.summary;
    return toLine({ progress: { run, done, expected, ...counts } });
  };
  try {
    yield progress();
    for await (const _ of batches) {
      // The response began before this was written, so nobody else announces it.
      await announceChanges(call.services.database);
      yield progress();
    }
  } finally {
    await close();
  }
  yield toLine({ summary: toSummary(work) });
}

function toLine(line: BulkLine): string {
  return `${toJson(BulkLine, line)}\n`;
}

/** Counts the records that the action is not for as failed, and returns the others. */
async function refuseOthers(
  { call, resource, summary }: BulkWork,
  ids: readonly string[],
  action: Action,
): Promise<readonly string[]> {
  if (!action.when && !action.step) return ids;
  const records = await call.services.store.findMany(resource, '_id', ids);
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
