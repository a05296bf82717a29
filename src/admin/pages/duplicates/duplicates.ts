import type { Distinct, Groups, Merged, Step } from '../../../contract/duplicates.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DuplicateRule } from '../../../descriptor/duplicates.ts';
import { call } from '../../client/http.ts';

export type FoundRecord = { _id: string; _version: number } & Record<string, unknown>;

export type MergeRequest = {
  keep: string;
  merge: readonly string[];
  versions: Readonly<Record<string, number>>;
  values: Readonly<Record<string, unknown>>;
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

export async function readSimilarStep(
  { root }: Resource,
  { field, by }: DuplicateRule,
  after: string,
  signal: AbortSignal,
): Promise<Step> {
  const query = new URLSearchParams({ field, by, ...(after !== '' && { _after: after }) });
  return (await call<Step>(`${root}/duplicates?${query.toString()}`, { signal })).json;
}

export async function dryRunMerge({ root }: Resource, request: MergeRequest, signal: AbortSignal) {
  const body = { ...request, dryRun: true };
  return (await call<Merged>(`${root}/merge`, { method: 'POST', body, signal })).json;
}

export async function merge({ root }: Resource, request: MergeRequest): Promise<Merged> {
  return (await call<Merged>(`${root}/merge`, { method: 'POST', body: request })).json;
}

/** Remembers that no two of these records are the same thing. */
export async function decideDistinct(
  { root }: Resource,
  records: readonly string[],
): Promise<Distinct> {
  const path = `${root}/distinct`;
  return (await call<Distinct>(path, { method: 'POST', body: { records } })).json;
}

export async function undoDistinct({ root }: Resource, id: string): Promise<void> {
  await call(`${root}/distinct/${encodeURIComponent(id)}/undo`, { method: 'POST', body: {} });
}
