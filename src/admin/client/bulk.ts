import type { Identifier } from 'react-admin';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Http } from './http.ts';
import { catalog } from '../messages/catalog.ts';
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
  /** Of an import: rows that deserve a look, and those that were left out as was asked. */
  warnings?: number;
  leftOut?: number;
  /** Of work that was stopped: the first of the records that were changed, and of those that were left. */
  stopped?: { changed: readonly string[]; left: readonly string[] };
  warned?: readonly (Problem & { row: number; proposed?: string })[];
  /** Of an import: made since rows refer to it, by resource. */
  referencesCreated?: Readonly<Record<string, number>>;
};

/** How far it is. */
export type BulkProgress = Omit<
  BulkSummary,
  'total' | 'problems' | 'stopped' | 'referencesCreated' | 'warned'
> & {
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
    const body = {
      action,
      ...chosen,
      // The dialog has named their number.
      ...(action === 'delete' && !('ids' in chosen) && { all: true }),
      ...(data === undefined ? {} : { data }),
    };
    const path = `${find(name).root}/bulk`;
    const request = { method: 'POST', body, timeout: false } as const;
    if (watch === undefined) return (await http.call<BulkSummary>(path, request)).json;
    const headers = { Accept: 'application/x-ndjson' };
    const response = await http.open(path, { ...request, headers });
    return await readProgress(response, watch, (run) =>
      http.call(`/api/bulk/${encodeURIComponent(run)}/stop`, { method: 'POST' }),
    );
  };
}

type Line = { progress: BulkProgress & { run: string } } | { summary: BulkSummary };

/** Who stops it asks the server to, and hears on: only the last line says what was done and what was not. */
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
    // Not heard: asked again after the next batch.
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
    // The line is dead.
  } finally {
    watch.signal.removeEventListener('abort', ask);
  }
  throw new Error(catalog().http.cutOff);
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
