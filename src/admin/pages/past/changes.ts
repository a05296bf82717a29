import type { ChangeSet, RecordChanges } from '../../../contract/past.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { endOfDay, startOfDay } from '../../../fields/text/date-format.ts';

export type RecordChange = RecordChanges['data'][number];

/** The filters of the page, in its address; `from` and `to` are days in the user's time zone. */
export const changeFilters = ['by', 'way', 'resource', 'from', 'to'] as const;

type ChangeFilters = Readonly<Partial<Record<(typeof changeFilters)[number], string>>>;

/** The filters as the API has them: from and to moments, not days. */
export function toQuery({ from, to, ...plain }: ChangeFilters): Record<string, string> {
  const [begin, end] = [from && startOfDay(from), to && endOfDay(to)];
  return { ...plain, ...(begin && { from: begin }), ...(end && { to: end }) };
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
