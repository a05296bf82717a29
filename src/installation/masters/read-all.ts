import { resourceNamed } from '../resource-named.ts';
import type { Store, StoredRecord } from '../../api/extending.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type Filter, type ListQuery, oneRecordPaging } from '../../descriptor/filter/filter.ts';

/** The store of the reader, and the declarations. */
export type Reader = { store: Store; descriptor: Descriptor };

export type ReadOptions = { filter?: Filter | undefined; sort?: string };

/** Yields the records of a resource one by one through a cursor; without `fields`, whole records. */
export async function* readAll<Fields extends object>(
  { store, descriptor }: Reader,
  name: string,
  fields: readonly string[] | undefined,
  { filter, sort = '_id' }: ReadOptions = {},
): AsyncGenerator<Fields & StoredRecord> {
  const query: ListQuery = {
    ...oneRecordPaging,
    ...(filter && { filter }),
    ...(fields && { fields }),
    sort: [{ path: sort, descending: false }],
  };
  for await (const batch of store.stream(resourceNamed(descriptor, name), query))
    for (const json of batch) yield JSON.parse(json) as Fields & StoredRecord;
}

/** Counts the records that match a filter. */
export async function countOf(
  { store, descriptor }: Reader,
  name: string,
  filter: Filter,
): Promise<number> {
  const query: ListQuery = { ...oneRecordPaging, filter, fields: ['_id'], total: 'exact' };
  const { total } = await store.list(resourceNamed(descriptor, name), query);
  return total ?? 0;
}
