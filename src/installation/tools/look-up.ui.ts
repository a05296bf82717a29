import type { Resource } from '../../descriptor/descriptor.ts';
import { call } from '../../admin/client/http.ts';

type Match = { record: { _id: string } & Record<string, unknown>; by: readonly string[] };

/** One of the values asked for, and the records it means. */
export type Line = { value: string; matches: readonly Match[] };

export type Found = { resource: Resource; lines: readonly Line[]; more: boolean };

export type Outcome = 'found' | 'ambiguous' | 'missing';

/** As many as one question to the API may have. */
export const MOST_VALUES = 1_000;

export async function lookUp(
  resource: Resource,
  fields: readonly string[],
  values: readonly string[],
): Promise<Found> {
  const { json } = await call<{ data: Line[]; more: boolean }>(`${resource.root}/lookup`, {
    method: 'POST',
    body: { values, fields },
  });
  return { resource, lines: json.data, more: json.more };
}

export function outcomeOf({ matches }: Line): Outcome {
  if (matches.length === 0) return 'missing';
  return matches.length === 1 ? 'found' : 'ambiguous';
}
