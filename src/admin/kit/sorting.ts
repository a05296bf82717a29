import type { SortPayload } from 'react-admin';
import { isMany } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/field.ts';

/** One of the fields a list is sorted by. */
export type SortKey = { name: string; isDescending: boolean };

/** `-year,name` of the descriptor as react-admin has it: the first key's sign is the order. */
export function toSortPayload(sort: string): SortPayload {
  return sort.startsWith('-')
    ? { field: sort.slice(1), order: 'DESC' }
    : { field: sort, order: 'ASC' };
}

/** The fields of a sort in their order of weight. */
export function toSortKeys(sort: SortPayload | undefined): readonly SortKey[] {
  if (!sort?.field) return [];
  return sort.field
    .split(',')
    .map((name, index) =>
      index === 0
        ? { name, isDescending: sort.order === 'DESC' }
        : { name: name.replace(/^-/, ''), isDescending: name.startsWith('-') },
    );
}

export function toSortPayloadOf(keys: readonly SortKey[]): SortPayload {
  return toSortPayload(toSortText(keys));
}

/** As the descriptor and the API write it. */
export function toSortText(keys: readonly SortKey[]): string {
  return keys.map(({ name, isDescending }) => (isDescending ? `-${name}` : name)).join(',');
}

/**
 * What another click on a head makes of a sort: by that field alone, up first and then
 * down; with `isMore` beside the others, and the third click takes it away again.
 */
export function nextSort(keys: readonly SortKey[], name: string, isMore: boolean): SortKey[] {
  const now = keys.find((key) => key.name === name);
  if (!isMore) {
    const isDescending = keys[0]?.name === name && !keys[0].isDescending;
    return [{ name, isDescending }];
  }
  if (now === undefined) return [...keys, { name, isDescending: false }];
  if (now.isDescending && keys.length > 1) return keys.filter((key) => key !== now);
  return keys.map((key) => (key === now ? { name, isDescending: !key.isDescending } : key));
}

/** Lists and objects have no order that would mean something to a reader; a reference sorts by its title. */
export function isSortable(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  return !isMany(field) && sql !== 'jsonb';
}

/** The direction a list has by this field; undefined when it is first sorted by another. */
export function directionOf(sort: SortPayload | undefined, field: Field) {
  const [first] = toSortKeys(sort);
  if (first?.name !== field.name) return undefined;
  return first.isDescending ? 'desc' : 'asc';
}
