import type { ActOnOne, BulkWork } from '../../services/bulk/act-on-many.ts';
import { BulkAnswer, BulkLine, type EntryResult } from '../../contract/bulk.ts';
import { randomUUID } from 'node:crypto';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Action } from '../../descriptor/settings/actions.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { mayUse } from '../http/admit.ts';
import { announceChanges } from '../../store/connection/changes.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { answerChunks } from '../http/answer/answer-chunks.ts';
import { answer, answerJson, type Reply } from '../http/answer/answer.ts';
import { toJson } from '../../contract/answer-of.ts';
import { type SaveAnswer, queryContext } from '../../services/acting.ts';
import { withLongWorkStore, type UserCall } from '../http/call.ts';
import { bodyFingerprint, isRepeatable, onlyOnce } from '../http/only-once.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import type { Route } from '../http/route.ts';
import { countTargets } from '../../services/bulk/bulk-targets.ts';
import { beginWork, stopWork, toSummary, workThrough } from '../../services/bulk/work-through.ts';
import { parseBulk } from './parse-bulk.ts';
import { listenForStop } from './stop-bulk.ts';
import { retryConflicts } from '../../store/connection/errors.ts';
import type { Store } from '../../store/store.ts';
import type { ParsedEntries } from '../records/entries/parse-entries.ts';
import { markNotDone, type Planning, toEntriesSummary } from '../records/entries/plan-entry.ts';
import { writeEach } from '../records/entries/write-each.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';

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

  const actOnOne = askRoute(call, routes);
  const wantsProgress = call.request.headers.get('Accept')?.includes(NDJSON) ?? false;
  if (!wantsProgress || isRepeatable(call)) {
    const work = beginWork(call, resource, request);
    for await (const _ of workThrough(work, request, actOnOne))
      if (call.request.signal.aborted) break;
    return answer(call, 200, BulkAnswer, toSummary(work));
  }
  const expected = await countTargets(call, resource, request.of);
  const work = beginWork(call, resource, request);
  const batches = workThrough(work, request, actOnOne);
  return await answerChunks(call, toLines(call, work, expected, batches), {
    'Content-Type': `${NDJSON}; charset=utf-8`,
  });
}

const NDJSON = 'application/x-ndjson';

/**
 * Reports the progress after each batch, and the summary at the end. If the listener leaves, the work stops
 * before the next batch; a request to stop (`stop-bulk.ts`) still gets the exact summary.
 */
async function* toLines(
  call: UserCall,
  work: BulkWork,
  expected: number,
  batches: AsyncGenerator<void>,
): AsyncGenerator<string> {
  const run = randomUUID();
  const close = await listenForStop(call, run, () => stopWork(work));
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

/** Runs a declared action by its own route, as the same user: an action may name any route. */
function askRoute(call: UserCall, routes: () => readonly Route[]): ActOnOne {
  return async ({ action, data, id, expected }) => {
    const route = routeOf(action, routes());
    const may = (descriptor: Descriptor) => mayUse({ ...call, descriptor }, route.needs);
    if (!may(call.descriptor)) return refuse(notAllowed(call, '', may));
    const name = /:(\w+)/.exec(route.path)?.[1] ?? 'id';
    const request = new Request(new URL(route.path, call.request.url), {
      method: route.method,
      headers: {
        'If-Match': expected === '*' ? '*' : `"${expected}"`,
        'Content-Type': 'application/json',
      },
    });
    const readJson = async () => ({ value: structuredClone(data) });
    const one = { ...call, request, route: route.path, params: { [name]: id }, readJson };
    const reply = await route.run({ ...one, query: new URLSearchParams() });
    return isRefusal(reply) ? reply : undefined;
  };
}

/** The route at the path of the action; `check-code.ts` ensures that it exists. */
function routeOf({ method, path }: Action, routes: readonly Route[]): Route {
  const pattern = path.replace('{_id}', '*');
  const route = routes.find(
    (each) => each.method === method && each.path.replace(/:\w+/, '*') === pattern,
  );
  if (!route) throw new Error(`There is no route ${method} ${path}`);
  return route;
}

/**
 * Writes records with values of their own: first creations and changes together, then removals. The results
 * are in the order of the request. With `keep` all of it is one transaction together with the stored
 * response, so that a server that dies leaves nothing that a repeated call would write again.
 */
async function writeEntries(
  call: UserCall,
  resource: Resource,
  { entries, atomic }: ParsedEntries,
  keep?: SaveAnswer,
): Promise<Response> {
  const planning: Planning = { call, resource, context: queryContext(call, resource) };
  const { store } = call.services;
  const text =
    atomic || keep
      ? await writeTogether(planning, store, { entries, atomic }, keep)
      : toText(await writeEach(planning, store, entries));
  return answerJson(call, 200, text);
}

function toText(results: readonly EntryResult[]): string {
  return toJson(BulkAnswer, toEntriesSummary(results));
}

async function writeTogether(
  planning: Planning,
  store: Store,
  { entries, atomic }: ParsedEntries,
  keep: SaveAnswer | undefined,
): Promise<string> {
  const writeAll = () =>
    store.transaction(async (inside, sql) => {
      const results = await writeEach(planning, inside, entries);
      const isLacking = atomic && results.some(({ status }) => status === 'failed');
      if (isLacking) abortWith(toText(markNotDone(results)));
      const text = toText(results);
      await keep?.(sql, text);
      return text;
    });
  return await untilAborted(() => retryConflicts(writeAll));
}
