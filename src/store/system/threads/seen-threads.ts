import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { RowFiltersOf } from '../../../descriptor/filter/row-filters.ts';
import { quoteName, quoteText, type Params } from '../../connection/sql.ts';
import { toFilterSql } from '../../records/sql/conditions.ts';
import { createSqlScope } from '../../records/sql/scope.ts';
import { OWN } from '../../schema/place.ts';

/** A collection whose threads somebody may see, and the fields that they may read. */
export type ThreadSight = { resource: Resource; readable: readonly string[] };

/** What decides which threads somebody sees. */
export type ThreadReader = {
  descriptor: Descriptor;
  places: readonly ThreadSight[];
  /** The collections whose records they may read, with or without threads. */
  records: readonly Resource[];
  /** The records that exist for the reader; absent: all. */
  rowsOf?: RowFiltersOf | undefined;
};

/**
 * The condition on threads `t` that a reader sees: those of records that exist for the reader, at fields that the reader may read. Every
 * statement that reads threads for somebody contains it.
 */
export function seenThreads({ descriptor, places, rowsOf }: ThreadReader, params: Params): string {
  const sqlScope = createSqlScope({ descriptor, rowsOf }, params);
  const parts = places.map(({ resource, readable }) => {
    const see = rowsOf?.(resource)?.see;
    const seen = see ? ` and ${toFilterSql(resource, see, sqlScope)}` : '';
    return (
      `(t.resource = ${quoteText(resource.name)} and t.fields <@ ${params.add(readable)}::text[] ` +
      `and exists (select from ${quoteName(resource.name)} ${OWN} where ${OWN}._id = t.record${seen}))`
    );
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}

/** The condition that a record, named by two columns, exists for a reader who may read its collection. */
export function seenRecords(
  { descriptor, records, rowsOf }: ThreadReader,
  params: Params,
  resourceColumn: string,
  recordColumn: string,
): string {
  const sqlScope = createSqlScope({ descriptor, rowsOf }, params);
  const parts = records.map((resource) => {
    const see = rowsOf?.(resource)?.see;
    const seen = see ? ` and ${toFilterSql(resource, see, sqlScope)}` : '';
    return (
      `(${resourceColumn} = ${quoteText(resource.name)} ` +
      `and exists (select from ${quoteName(resource.name)} ${OWN} where ${OWN}._id = ${recordColumn}${seen}))`
    );
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}
