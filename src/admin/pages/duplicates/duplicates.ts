import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { call } from '../../client/http.ts';

export type FoundRecord = { _id: string; _version: number } & Record<string, unknown>;

export type Group = {
  records: FoundRecord[];
  count: number;
  similarity?: number;
};

export type Groups = { data: Group[]; total: number; page: number; perPage: number };

/** A step through what is similar; `next` is null at the end. */
export type Step = { data: Group[]; checked: number; next: string | null };

export type Moved = { resource: string; field: string; count: number };

export type Rehearsal = { record: FoundRecord; moved: Moved[]; gone: string[] };

export type MergeRequest = {
  keep: string;
  merge: readonly string[];
  versions: Readonly<Record<string, number>>;
  values: Readonly<Record<string, unknown>>;
};

export type PastMerge = {
  id: string;
  at: string;
  by: string | null;
  kept: string;
  gone: string[];
  moved: number;
  undoneAt: string | null;
};

export type Undone = {
  restored: string[];
  moved: number;
  left: { resource: string; _id: string; field: string }[];
};

export async function readGroups(
  { root }: Resource,
  { field, by }: DuplicateRule,
  page: number,
  signal: AbortSignal,
): Promise<Groups> {
  const query = new URLSearchParams({ field, by, _page: String(page), _perPage: '10' });
  return (await call<Groups>(`${root}/duplicates?${query.toString()}`, { signal })).json;
}

export async function readStep(
  { root }: Resource,
  { field, by }: DuplicateRule,
  after: string,
  signal: AbortSignal,
): Promise<Step> {
  const query = new URLSearchParams({ field, by, ...(after !== '' && { _after: after }) });
  return (await call<Step>(`${root}/duplicates?${query.toString()}`, { signal })).json;
}

export async function rehearseMerge(
  { root }: Resource,
  request: MergeRequest,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const body = { ...request, dryRun: true };
  return (await call<Rehearsal>(`${root}/merge`, { method: 'POST', body, signal })).json;
}

export async function merge({ root }: Resource, request: MergeRequest): Promise<Rehearsal> {
  return (await call<Rehearsal>(`${root}/merge`, { method: 'POST', body: request })).json;
}

export async function readMerges({ root }: Resource, signal: AbortSignal): Promise<PastMerge[]> {
  return (await call<{ data: PastMerge[] }>(`${root}/merges`, { signal })).json.data;
}

export async function undoMerge({ root }: Resource, id: string): Promise<Undone> {
  return (await call<Undone>(`${root}/merges/${id}/undo`, { method: 'POST' })).json;
}
