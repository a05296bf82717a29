import type { ChangeSet, ChangeSets, RecordChanges } from '../../../contract/past.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { endOfDay, startOfDay } from '../../../fields/text/date-format.ts';
import { call } from '../../client/http.ts';

export type RecordChange = RecordChanges['data'][number];

/** The filters of the page, in its address; `from` and `to` are days in the user's time zone. */
export const changeFilters = ['by', 'way', 'resource', 'from', 'to'] as const;

type ChangeFilters = Readonly<Partial<Record<(typeof changeFilters)[number], string>>>;

export async function readChangeSets(
  { from, to, ...plain }: ChangeFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<ChangeSets> {
  const query = new URLSearchParams({ ...plain, _perPage: '50' });
  const [begin, end] = [from && startOfDay(from), to && endOfDay(to)];
  if (begin) query.set('from', begin);
  if (end) query.set('to', end);
  if (after !== null) query.set('_after', after);
  return (await call<ChangeSets>(`/api/changes?${query}`, { signal })).json;
}

/** The changes of records: those of a change set, or those of a person. */
export async function readRecordChanges(
  of: { changeSet: string } | { by: string },
  after: string | null,
  signal: AbortSignal,
): Promise<RecordChanges> {
  const query = new URLSearchParams({ ...of, _perPage: '50', ...(after && { _after: after }) });
  return (await call<RecordChanges>(`/api/changes/records?${query}`, { signal })).json;
}

/** How many records a change set has created, changed and deleted in all collections together. */
export function totalOf({ counts }: ChangeSet) {
  const total = { created: 0, updated: 0, deleted: 0 };
  for (const each of counts) for (const name of kinds) total[name] += each[name];
  return total;
}

export const kinds = ['created', 'updated', 'deleted'] as const;

/** Whether the role may undo changes of others somewhere. */
export function mayUndoOthers(descriptor: Descriptor, role: string): boolean {
  return [...descriptor.resources.values()].some((resource) =>
    mayDo(descriptor, role, resource, 'restore'),
  );
}
