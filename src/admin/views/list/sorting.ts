import type { SortPayload } from 'react-admin';
import { isMany } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/field.ts';

/** `-year,name` of the descriptor as react-admin has it: the first key's sign is the order. */
export function toSortPayload(sort: string): SortPayload {
  return sort.startsWith('-')
    ? { field: sort.slice(1), order: 'DESC' }
    : { field: sort, order: 'ASC' };
}

/** Lists and objects have no order that would mean something to a reader; a reference sorts by its title. */
export function isSortable(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  return !isMany(field) && sql !== 'jsonb';
}

/** The direction a list has by this field; undefined when it is sorted by another. */
export function directionOf(
  sort: SortPayload | undefined,
  field: Field,
): 'asc' | 'desc' | undefined {
  if (sort?.field.split(',')[0] !== field.name) return undefined;
  return sort.order === 'DESC' ? 'desc' : 'asc';
}
