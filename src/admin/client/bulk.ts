import type { BulkLine, BulkRunSummary, BulkAnswer, EntryResult } from '../../contract/bulk.ts';
import { HttpError, type Identifier } from 'react-admin';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { TextEdits } from '../../descriptor/text-edit.ts';
import { capitalise, messageOf, type Http, problemsOf } from './http.ts';
import { problemText } from '../messages/problem-text.ts';
import { textsOf } from '../messages/texts.ts';
import { matchesNothing, toWhere, type Filters } from './list-query.ts';

export type BulkSummary = BulkRunSummary;

/** A summary with all counts at zero. */
export const emptySummary: BulkSummary = {
  total: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  failed: 0,
  duplicates: 0,
  problems: [],
};

/** The progress of a bulk action, without its run. */
export type BulkProgress = Omit<Extract<BulkLine, { progress: unknown }>['progress'], 'run'>;

/** Records given by their ids, or all records that match a list's filter. */
export type RecordSet = { ids: readonly Identifier[] } | { filter: Filters };

export type BulkCall = { action: string; data?: unknown; edits?: TextEdits } & RecordSet;

type BulkWatch = { onProgress: (progress: BulkProgress) => void; signal: AbortSignal };

/** The summary, and the change set by which it can be undone. */
export type BulkOutcome = BulkSummary & { changeSet?: string };

export type Bulk = (resource: string, order: BulkCall, watch?: BulkWatch) => Promise<BulkOutcome>;

/** Runs a bulk action in one call. Reports progress after each batch; the user can stop before the next one. */
export function createBulk(http: Http, find: (name: string) => Resource): Bulk {
  return async (name, order, watch) => {
    const { action, data, edits } = order;
    if ('filter' in order && matchesNothing(order.filter)) return emptySummary;
    const chosen = 'ids' in order ? { ids: order.ids } : toWhere(order.filter);
    const body = {
      action,
      ...chosen,
      // The user has confirmed their number in the dialog.
      ...(action === 'delete' && !('ids' in chosen) && { all: true }),
      ...(data === undefined ? {} : { data }),
      ...(edits && { edits }),
    };
    const path = `${find(name).root}/bulk`;
    const request = { method: 'POST', body, timeout: false } as const;
    if (watch === undefined) {
      const { json, headers } = await http.call<BulkSummary>(path, request);
      return { ...json, ...changeSetOf(headers) };
    }
    const headers = { Accept: 'application/x-ndjson' };
    const response = await http.open(path, { ...request, headers });
    const summary = await readProgress(response, watch, (run) =>
      http.call(`/api/bulk/${encodeURIComponent(run)}/stop`, { method: 'POST' }),
    );
    return { ...summary, ...changeSetOf(response.headers) };
  };
}

/** The change set that a response names. */
export function changeSetOf(headers: Headers): { changeSet?: string } {
  const changeSet = headers.get('Change-Set');
  return changeSet === null ? {} : { changeSet };
}

/** Stopping asks the server to stop and reads on, because only the last line says which records were done. */
async function readProgress(
  response: Response,
  watch: BulkWatch,
  stop: (run: string) => Promise<unknown>,
): Promise<BulkSummary> {
  let run: string | undefined;
  let isAsked = false;
  const ask = (): void => {
    if (run === undefined || isAsked || !watch.signal.aborted) return;
    isAsked = true;
    // The request failed: try again after the next batch.
    stop(run).catch(() => (isAsked = false));
  };
  watch.signal.addEventListener('abort', ask);
  try {
    for await (const line of linesOf(response)) {
      if ('summary' in line) return line.summary;
      run = line.progress.run;
      watch.onProgress(line.progress);
      ask();
    }
  } catch {
    // The connection was lost.
  } finally {
    watch.signal.removeEventListener('abort', ask);
  }
  throw new Error(textsOf('app').http.cutOff);
}

async function* linesOf(response: Response): AsyncGenerator<BulkLine> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = `${rest}${value ?? ''}`.split('\n');
    rest = done ? '' : lines.pop()!;
    for (const line of lines) if (line !== '') yield JSON.parse(line) as BulkLine;
    if (done) return;
  }
}

/** The problems of a refused call, assigned to the record it was about. */
export function toRecordProblems(error: unknown, _id: string): BulkSummary['problems'] {
  const problems = problemsOf(error);
  if (problems.length > 0) return problems.map((problem) => ({ ...problem, _id }));
  return [{ code: 'S006', path: '', message: messageOf(error), _id }];
}

/**
 * Throws if some records were refused, with the counts, the first reason, and the summary as the body: react-admin
 * would otherwise report a success. The others are written.
 */
export function requireWhole(summary: BulkSummary): void {
  const { total, failed, problems } = summary;
  if (failed === 0) return;
  const [first] = problems;
  const reason = first ? capitalise(problemText(first)) : '';
  const text = fillTemplate(textsOf('app').http.someRefused, { failed, total, reason });
  throw new HttpError(text, 409, summary);
}

type Json = Record<string, unknown>;

/** One of many records written in one call, each with its own values. */
export type RecordEntry =
  | { action: 'update'; _id: string; _version: number | '*'; data: Json }
  | { action: 'create'; _id: string; data: Json }
  | { action: 'delete'; _id: string; _version: number | '*' };

/** The change set that calls belong to, and how the changes are made. */
export type ChangeOrigin = { changeSet: string; way: 'grid' | 'paste' };

export type WriteRecords = (
  resource: string,
  entries: readonly RecordEntry[],
  origin: ChangeOrigin,
) => Promise<readonly EntryResult[]>;

/** Returns one result for each entry, in the same order. */
export function createWriteRecords(http: Http, find: (name: string) => Resource): WriteRecords {
  return async (name, entries, { changeSet, way }) => {
    const { json } = await http.call<BulkAnswer>(`${find(name).root}/bulk`, {
      method: 'POST',
      body: { records: entries },
      headers: { 'Change-Set': changeSet, 'Change-Way': way },
      timeout: false,
    });
    return json.results ?? [];
  };
}
