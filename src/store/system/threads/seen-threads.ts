import { createHash } from 'node:crypto';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { RowFiltersOf } from '../../../descriptor/filter/row-filters.ts';
import { quoteName, quoteText, type Params } from '../../connection/sql.ts';
import { toFilterSql } from '../../records/sql/conditions.ts';
import { createSqlScope } from '../../records/sql/scope.ts';
import { OWN } from '../../schema/place.ts';
import { seenView, type Viewer } from '../preferences/views.ts';
import type { VisibleCollections } from '../past/read-change-sets.ts';

/** A collection whose records or threads somebody may see, and the fields that they may read. */
export type ThreadSight = { resource: Resource; readable: readonly string[] };

/** What decides which threads and changes somebody sees. */
export type ThreadReader = {
  descriptor: Descriptor;
  /** The collections whose threads they may see. */
  places: readonly ThreadSight[];
  /** The collections whose records they may read, with or without threads. */
  records: readonly ThreadSight[];
  /** The collections whose threads about rows of imports they may see; `key`: only of the jobs of this API key. */
  imports: { resources: readonly string[]; key: string | undefined };
  /** The collections whose threads about change sets they may see. */
  sets: VisibleCollections;
  /** Who reads, as views know them; `all`: they also decide about registrations. */
  viewer: Viewer;
  /** The records that exist for the reader; absent: all. */
  rowsOf?: RowFiltersOf | undefined;
};

/** Keeps PostgreSQL from reading a whole table into memory to look up the few rows of a page in it. */
const EACH = 'offset 0';

type Columns = { resource: string; record: string };

/** The condition that a record, named by two columns, exists for the reader in one of the collections; `also`: what else must hold. */
function seenIn(
  { descriptor, rowsOf }: ThreadReader,
  places: readonly ThreadSight[],
  params: Params,
  { resource: column, record, also }: Columns & { also: (readable: readonly string[]) => string },
): string {
  const sqlScope = createSqlScope({ descriptor, rowsOf }, params);
  const parts = places.map(({ resource, readable }) => {
    const see = rowsOf?.(resource)?.see;
    const seen = see ? ` and ${toFilterSql(resource, see, sqlScope)}` : '';
    return (
      `(${column} = ${quoteText(resource.name)} and ${also(readable)} ` +
      `and exists (select from ${quoteName(resource.name)} ${OWN} where ${OWN}._id = ${record}${seen} ${EACH}))`
    );
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}

/**
 * The condition on threads `t` that a reader sees: those of records that exist for the reader, at fields that the reader may read. Every
 * statement that reads threads for somebody contains it.
 */
export function seenThreads(reader: ThreadReader, params: Params): string {
  const ofRecords = seenIn(reader, reader.places, params, {
    resource: 't.resource',
    record: 't.record',
    also: (readable) => `t.fields <@ ${params.add(readable)}::text[]`,
  });
  return `(${ofRecords} or ${ofRows(reader, params)} or ${ofSets(reader, params)})`;
}

/** The condition on threads `t` about rows of imports: the import is the reader's own, or they may do everything, as `hasJob` says. */
function ofRows({ imports, viewer }: ThreadReader, params: Params): string {
  if (imports.resources.length === 0) return 'false';
  const owner = viewer.all ? '' : ` and j.created_by = ${params.add(viewer.userId)}::text`;
  const key = imports.key === undefined ? '' : ` and j.api_key = ${params.add(imports.key)}::text`;
  return `(t.job is not null and t.resource = any(${params.add(imports.resources)}::text[])
    and exists (select from backoffice.jobs j where j.id = t.job and j.resource = t.resource${owner}${key}))`;
}

/** The condition on threads `t` about change sets: who sees the changes of their collection sees them. */
function ofSets({ sets: { user, all, own } }: ThreadReader, params: Params): string {
  if (all.length === 0 && own.length === 0) return 'false';
  return `(t.change_set is not null and (t.resource = any(${params.add(all)}::text[]) or t.resource = any(${params.add(own)}::text[])
    and exists (select from backoffice.change_sets s where s.id = t.change_set and s.by = ${params.add(user)}::text)))`;
}

/** The condition on changes `h` of the history that a reader sees: of records that exist for the reader, in fields that the reader may read. */
export function seenChanges(reader: ThreadReader, params: Params): string {
  return seenIn(reader, reader.records, params, {
    resource: 'h.resource',
    record: 'h.record_id',
    also: (readable) => `(h.operation = 'create' or h.before ?| ${params.add(readable)}::text[])`,
  });
}

/**
 * A text for what somebody may read of a collection: while it is the same, they see what they saw. Undefined where rows
 * limit them, as a record may belong to somebody else since.
 */
export function rightsTo({ records, rowsOf }: ThreadReader, name: string): string | undefined {
  const sight = records.find(({ resource }) => resource.name === name);
  if (!sight || rowsOf?.(sight.resource)?.see) return undefined;
  return createHash('sha256').update(sight.readable.toSorted().join()).digest('hex').slice(0, 12);
}

/** The condition that the view with this `_id`, if there is one, is shown to the reader. */
export function seenViewOf({ viewer }: ThreadReader, params: Params, id: string): string {
  const { userId, role, all } = viewer;
  const seen = seenView(
    `${params.add(userId)}::text`,
    `${params.add(role)}::text`,
    `${params.add(all)}::boolean`,
  );
  return `(${id} is null or exists (select from backoffice.views v where v.id = ${id} and ${seen}))`;
}

/** The condition that a row `alias` is about a thread, a record or a collection that a reader sees, or about none of them. */
export function seenPlaces(reader: ThreadReader, params: Params, alias: 'i' | 'w'): string {
  const names = params.add(reader.records.map(({ resource }) => resource.name));
  const columns = { resource: `${alias}.resource`, record: `${alias}.record` };
  return `case when ${alias}.thread is not null
      then exists (select from backoffice.threads t where t.id = ${alias}.thread and ${seenThreads(reader, params)} ${EACH})
    when ${alias}.record is not null then ${seenIn(reader, reader.records, params, { ...columns, also: () => 'true' })}
    else ${alias}.resource is null or ${alias}.resource = any(${names}::text[]) end`;
}
