import type { Identifier } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Http } from '../http.ts';
import { toWhere, type Filters } from './list-query.ts';

/** What became of many records at once; bulk actions and imports answer with it. */
export type BulkSummary = {
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  deleted: number;
  failed: number;
  duplicates: number;
  problems: readonly (Problem & { row?: number; _id?: string })[];
  /** Of an import: made since rows refer to it, by resource. */
  referencesCreated?: Readonly<Record<string, number>>;
};

/** How far it is. */
export type BulkProgress = Omit<BulkSummary, 'total' | 'problems' | 'referencesCreated'> & {
  done: number;
  expected: number;
};

/** Records named by their ids, or all a list's filter lets through. */
export type Chosen = { ids: readonly Identifier[] } | { filter: Filters };

export type BulkOrder = { action: string; data?: unknown } & Chosen;

export type BulkWatch = { onProgress: (progress: BulkProgress) => void; signal: AbortSignal };

export type Bulk = (resource: string, order: BulkOrder, watch?: BulkWatch) => Promise<BulkSummary>;

/** One call however many records. Who watches hears after each batch, and may stop it before the next. */
export function createBulk(http: Http, find: (name: string) => Resource): Bulk {
  return async (name, order, watch) => {
    const { action, data } = order;
    const chosen = 'ids' in order ? { ids: order.ids } : toWhere(order.filter);
    const body = { action, ...chosen, ...(data === undefined ? {} : { data }) };
    const path = `${find(name).root}/bulk`;
    const request = { method: 'POST', body, timeout: false } as const;
    if (watch === undefined) return (await http.call<BulkSummary>(path, request)).json;
    const headers = { Accept: 'application/x-ndjson' };
    const response = await http.open(path, { ...request, headers, signal: watch.signal });
    return await readProgress(response, watch);
  };
}

type Line = { progress: BulkProgress } | { summary: BulkSummary };

async function readProgress(response: Response, watch: BulkWatch): Promise<BulkSummary> {
  let last: BulkProgress | undefined;
  try {
    for await (const line of linesOf(response)) {
      if ('summary' in line) return line.summary;
      last = line.progress;
      watch.onProgress(last);
    }
  } catch (error) {
    if (!watch.signal.aborted) throw error;
  }
  // Stopped on the way: what is done is done, and the last line says how much.
  const { done, expected: _, ...counts } = last ?? { ...nothing, done: 0, expected: 0 };
  return { ...counts, total: done, problems: [] };
}

async function* linesOf(response: Response): AsyncGenerator<Line> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    const lines = `${rest}${value ?? ''}`.split('\n');
    rest = done ? '' : lines.pop()!;
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Line;
    if (done) return;
  }
}

const nothing = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, duplicates: 0 };
