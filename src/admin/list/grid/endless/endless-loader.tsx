import {
  type ListTotal,
  fitTotal,
  type Filters,
  toListQuery,
  type ListRequest,
} from '../../../client/list-query.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { call } from '../../../client/http.ts';
import { toRecord } from '../../../client/record-json.ts';

/** The records read so far, and what is known of the rest. */
export type EndlessRows = ListTotal & {
  data: readonly RaRecord[] | undefined;
  /** The number of rows below the last that stand for those still loading. */
  waiting: number;
  error: Error | null;
  isFetching: boolean;
  refetch(): void;
  /** Called with the visible rows; reads those around them. */
  see(first: number, last: number): void;
};

/** Rows per request: more than a screen shows, and quick to load. */
export const BATCH_SIZE = 100;

/** Some rows of a list, and the cursor after the last of them. */
export type RowBatch = {
  data: readonly RaRecord[];
  next: string | null;
  /** The total of the whole list; only the first piece has it. */
  total: number | null;
  totalIsEstimate: boolean;
};

/** The query of a list, the same for all its pieces. */
export function toQueryString(request: Pick<ListRequest, 'filter' | 'sort' | 'fields'>): string {
  const query = toListQuery(request);
  query.set('_perPage', String(BATCH_SIZE));
  return query.toString();
}

export async function readRowBatch(
  { root }: Resource,
  question: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<RowBatch> {
  const query = new URLSearchParams(question);
  if (cursor !== undefined) query.set('_after', cursor);
  query.set('_total', cursor === undefined ? 'estimate' : 'none');
  const { json } = await call<RowBatch>(`${root}?${query}`, { signal });
  const { data, next, total, totalIsEstimate } = json;
  return { data: data.map((record) => toRecord(record) as RaRecord), next, total, totalIsEstimate };
}

type EndlessLoaderProps = { fields: readonly string[]; onRows: (rows: EndlessRows) => void };

/** Rows of the previous filter or order stay until the first records of the new one arrive. */
export function EndlessLoader({ fields, onRows }: EndlessLoaderProps) {
  const { sort, filterValues } = useListContext();
  const question = toQueryString({ filter: filterValues as Filters, sort, fields });
  return <Pieces key={question} question={question} onRows={onRows} />;
}

/** Milliseconds; long enough to look at a record and come back. */
const KEPT = 30 * 60_000;

/** The next rows load before the user reaches the end, but not before they scroll towards it. */
const AHEAD = BATCH_SIZE / 2;

/**
 * Reads a list in pieces, each by the cursor of the one before: the millionth record costs no more than
 * the first. When somebody changes records, only the visible pieces are read again.
 */
function Pieces({ question, onRows }: { question: string; onRows: (rows: EndlessRows) => void }) {
  const { resource } = useResource();
  const queries = useQueryClient();
  const [visible, setVisible] = useState('0 0');
  const [first = 0, last = 0] = visible.split(' ').map(Number);
  const see = useCallback((from: number, to: number): void => {
    // A text stays equal while the same pieces are visible.
    setVisible(`${Math.floor(from / BATCH_SIZE)} ${Math.floor((to + AHEAD) / BATCH_SIZE)}`);
  }, []);
  const keyOf = (cursor: string | undefined) => [resource.name, 'endless', question, cursor ?? ''];
  const cursors: (string | undefined)[] = [undefined];
  for (;;) {
    const piece = queries.getQueryData<RowBatch>(keyOf(cursors.at(-1)));
    if (!piece?.next) break;
    cursors.push(piece.next);
  }
  const results = useQueries({
    queries: cursors.map((cursor, at) => ({
      queryKey: keyOf(cursor),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readRowBatch(resource, question, cursor, signal),
      enabled: at >= first && at <= last,
      gcTime: KEPT,
      retry: false,
    })),
  });
  const pieces = useKnown(results.map((result) => result.data));
  const error = results.find((result) => result.error)?.error ?? null;
  const isFetching = results.some((result) => result.isFetching && result.data !== undefined);
  const data = useMemo(() => pieces.flatMap((piece) => piece.data), [pieces]);
  const state = useMemo(
    () => ({ ...toRows(pieces, data), error, isFetching, see }),
    [pieces, data, error, isFetching, see],
  );
  const reportRows = useEffectEvent((rows: typeof state): void => {
    const refetch = (): void => {
      for (const result of results) if (result.error) void result.refetch();
    };
    if (rows.data !== undefined || rows.error !== null) onRows({ ...rows, refetch });
  });
  // Before the browser paints: a list that was read before appears at once, as the user left it.
  useLayoutEffect(() => reportRows(state), [state]);
  return null;
}

function toRows(pieces: readonly RowBatch[], data: readonly RaRecord[]) {
  const [piece] = pieces;
  if (!piece) return { data: undefined, total: undefined, totalIsEstimate: false, waiting: 0 };
  const { next = null } = pieces.at(-1) ?? {};
  const { total = 0, totalIsEstimate } = fitTotal(
    { ...piece, data, next },
    { page: 1, perPage: data.length },
  );
  const waiting = next === null ? 0 : Math.max(1, Math.min(BATCH_SIZE, total - data.length));
  return { data, total, totalIsEstimate, waiting };
}

/**
 * The loaded pieces. If a piece ends at another record than before, since a record came or went, the pieces
 * after it differ; their old rows stay until the new ones are read.
 */
function useKnown(read: readonly (RowBatch | undefined)[]): readonly RowBatch[] {
  const [before, setBefore] = useState<readonly RowBatch[]>([]);
  const there = read.flatMap((piece, at) => piece ?? before[at] ?? []);
  const isEnd = read.at(-1)?.next === null;
  const all = isEnd ? there : [...there, ...before.slice(there.length)];
  const isSame = all.length === before.length && all.every((piece, at) => piece === before[at]);
  if (!isSame) setBefore(all);
  return isSame ? before : all;
}
