import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { fitTotal } from '../../../client/list-query.ts';
import { type Filters, toListQuery, type ListRequest } from '../../../client/list-query.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { call } from '../../../client/http.ts';
import { toRecord } from '../../../client/data-provider.ts';
import type { EndlessRows } from './endless-rows.tsx';

/** So many rows come at a time: more than a screen has, and soon there. */
export const PIECE = 100;

/** Some rows of a list, and the cursor behind the last of them. */
export type Piece = {
  data: readonly RaRecord[];
  next: string | null;
  /** Of the whole list; only the first piece knows. */
  total: number | null;
  totalIsEstimate: boolean;
};

/** What a list asks for, whichever piece. */
export function toQuestion(request: Pick<ListRequest, 'filter' | 'sort' | 'fields'>): string {
  const query = toListQuery(request);
  query.set('_perPage', String(PIECE));
  return query.toString();
}

export async function readPiece(
  { root }: Resource,
  question: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Piece> {
  const query = new URLSearchParams(question);
  if (cursor !== undefined) query.set('_after', cursor);
  query.set('_total', cursor === undefined ? 'estimate' : 'none');
  const { json } = await call<Piece>(`${root}?${query}`, { signal });
  const { data, next, total, totalIsEstimate } = json;
  return { data: data.map((record) => toRecord(record) as RaRecord), next, total, totalIsEstimate };
}

type EndlessLoaderProps = { fields: readonly string[]; onRows: (rows: EndlessRows) => void };

/** What is shown of another filter or order stays until the first records of this one are there. */
export function EndlessLoader({ fields, onRows }: EndlessLoaderProps) {
  const { sort, filterValues } = useListContext();
  const question = toQuestion({ filter: filterValues as Filters, sort, fields });
  return <Pieces key={question} question={question} onRows={onRows} />;
}

/** Long enough for a look at a record and back. */
const KEPT = 30 * 60_000;

/** The next rows come before the end of these is reached, and not before anybody is on the way there. */
const AHEAD = PIECE / 2;

/**
 * Reads a list piece by piece, each by the cursor the one before ended with: as cheap at its
 * millionth record as at its first. Only what is in sight is read again when somebody changes it.
 */
function Pieces({ question, onRows }: { question: string; onRows: (rows: EndlessRows) => void }) {
  const { resource } = useResource();
  const queries = useQueryClient();
  const [visible, setVisible] = useState('0 0');
  const [first = 0, last = 0] = visible.split(' ').map(Number);
  const see = useCallback((from: number, to: number): void => {
    // As a text, which is the same while the same pieces are in sight.
    setVisible(`${Math.floor(from / PIECE)} ${Math.floor((to + AHEAD) / PIECE)}`);
  }, []);
  const keyOf = (cursor: string | undefined) => [resource.name, 'endless', question, cursor ?? ''];
  const cursors: (string | undefined)[] = [undefined];
  for (;;) {
    const piece = queries.getQueryData<Piece>(keyOf(cursors.at(-1)));
    if (!piece?.next) break;
    cursors.push(piece.next);
  }
  const results = useQueries({
    queries: cursors.map((cursor, at) => ({
      queryKey: keyOf(cursor),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readPiece(resource, question, cursor, signal),
      enabled: at >= first && at <= last,
      gcTime: KEPT,
      retry: false,
    })),
  });
  const pieces = useKnown(results.map((result) => result.data));
  const error = results.find((result) => result.error)?.error ?? null;
  const isFetching = results.some((result) => result.isFetching && result.data !== undefined);
  const data = useMemo(() => pieces.flatMap((piece) => piece.data), [pieces]);
  const told = useMemo(
    () => ({ ...toRows(pieces, data), error, isFetching, see }),
    [pieces, data, error, isFetching, see],
  );
  const tell = useEffectEvent((rows: typeof told): void => {
    const refetch = (): void => {
      for (const result of results) if (result.error) void result.refetch();
    };
    if (rows.data !== undefined || rows.error !== null) onRows({ ...rows, refetch });
  });
  // Before it is drawn: a list that was read already is there at once, as long as it was left.
  useLayoutEffect(() => tell(told), [told]);
  return null;
}

function toRows(pieces: readonly Piece[], data: readonly RaRecord[]) {
  const [piece] = pieces;
  if (!piece) return { data: undefined, total: undefined, totalIsEstimate: false, waiting: 0 };
  const { next = null } = pieces.at(-1) ?? {};
  const { total = 0, totalIsEstimate } = fitTotal(
    { ...piece, data, next },
    { page: 1, perPage: data.length },
  );
  const waiting = next === null ? 0 : Math.max(1, Math.min(PIECE, total - data.length));
  return { data, total, totalIsEstimate, waiting };
}

/**
 * The pieces that are there. Where one ends elsewhere than it did, since a record came or went, those
 * behind it are others; what was known of them stays until they are read.
 */
function useKnown(read: readonly (Piece | undefined)[]): readonly Piece[] {
  const [before, setBefore] = useState<readonly Piece[]>([]);
  const there = read.flatMap((piece, at) => piece ?? before[at] ?? []);
  const isEnd = read.at(-1)?.next === null;
  const all = isEnd ? there : [...there, ...before.slice(there.length)];
  const isSame = all.length === before.length && all.every((piece, at) => piece === before[at]);
  if (!isSame) setBefore(all);
  return isSame ? before : all;
}
