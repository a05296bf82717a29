import type { RaRecord } from 'react-admin';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { call } from '../../../client/http.ts';
import { toListQuery, type ListRequest } from '../../../client/list-query.ts';
import { toRecord } from '../../../client/data-provider.ts';

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
