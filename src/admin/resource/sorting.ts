import type { SortPayload } from 'react-admin';
import { isMany } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/type/field.ts';

/** One of the fields a list is sorted by. */
export type SortKey = { name: string; isDescending: boolean };

/** Translates a sort such as `-year,name` for react-admin: the sign of the first key becomes the order. */
export function toSortPayload(sort: string): SortPayload {
  return sort.startsWith('-')
    ? { field: sort.slice(1), order: 'DESC' }
    : { field: sort, order: 'ASC' };
}

/** The fields a list is sorted by, the most significant first. */
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

/** Writes a sort as the descriptor and the API do. */
export function toSortText(keys: readonly SortKey[]): string {
  return keys.map(({ name, isDescending }) => (isDescending ? `-${name}` : name)).join(',');
}

/**
 * The sort after another click on a column head: by that field alone, first ascending, then
 * descending. With `isMore` the field joins the others, and a third click removes it.
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

/** Lists and objects cannot be sorted, because their order means nothing to a reader. References sort by title. */
export function isSortable(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  return !isMany(field) && sql !== 'jsonb';
}

/** The direction in which a list is sorted by this field; undefined unless it is the first one. */
export function directionOf(sort: SortPayload | undefined, field: Field) {
  const [first] = toSortKeys(sort);
  if (first?.name !== field.name) return undefined;
  return first.isDescending ? 'desc' : 'asc';
}
