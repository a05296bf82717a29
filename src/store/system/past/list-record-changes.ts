import type { RecordChange } from '../../../contract/past.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { JsonObject } from '../../../descriptor/json-object.ts';
import type { RowFiltersOf } from '../../../descriptor/filter/row-filters.ts';
import { createParams, quoteName, quoteText, whenSet } from '../../connection/sql.ts';
import { toFilterSql } from '../../records/sql/conditions.ts';
import { createSqlScope } from '../../records/sql/scope.ts';
import { recordColumns, selectJson } from '../../schema/record-json.ts';
import { OWN } from '../../schema/place.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner, StoredRecord } from '../../store.ts';
import { keySql, type KeyOfChange } from '../../records/sql/key-of-change.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** A single change with the names of all changed fields, and the record of today with the fields of its title. */
export type FoundChange = Omit<RecordChange, 'title' | 'gone' | 'key'> & {
  seq: string;
  key: KeyOfChange | null;
  record: StoredRecord | null;
  /** The same fields of a deleted record, as it last was. */
  last: JsonObject | null;
};

/** The collections to list; of those with `ownBy` only the changes of that user to records that still exist. */
type ListedCollection = {
  resource: Resource;
  /** The fields of the record to read. */
  fields: readonly string[];
  ownBy?: string | undefined;
};

export type RecordChangesQuery = {
  collections: readonly ListedCollection[];
  by: string | undefined;
  changeSet: string | undefined;
  from: string | undefined;
  to: string | undefined;
  /** Only changes before this row. */
  after: string | undefined;
  most: number;
};

/** Single changes of a person, a collection or a change set, newest first, in one statement. */
export async function listRecordChanges(
  sql: QueryRunner,
  scope: { descriptor: Descriptor; rowsOf: RowFiltersOf | undefined },
  { collections, by, changeSet, from, to, after, most }: RecordChangesQuery,
): Promise<FoundChange[]> {
  if (collections.length === 0) return [];
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const ofRecord = ({ resource: { name }, fields }: ListedCollection, columns?: string): string => {
    const of = requireValue(
      collections.find((each) => each.resource.name === name),
      name,
    ).resource;
    const see = scope.rowsOf?.(of)?.see;
    const only = see ? ` and ${toFilterSql(of, see, sqlScope)}` : '';
    const source = columns ?? recordColumns(of, ['_id', '_version', ...fields], { sqlScope });
    return `${selectJson(quoteName(name), source)} where ${OWN}._id = h.record_id${only}`;
  };
  const free = collections.filter(({ ownBy }) => ownBy === undefined);
  const limited = collections.filter(({ ownBy }) => ownBy !== undefined);
  const visible = [
    `h.resource = any(${params.add(free.map(({ resource }) => resource.name))}::text[])`,
    ...limited.map(
      (each) =>
        `(h.resource = ${quoteText(each.resource.name)} and h.by = ${params.add(each.ownBy)} ` +
        `and exists (select ${ofRecord(each, `${OWN}._id`)}))`,
    ),
  ];
  // Alone, the index by collection and time has them in order.
  const only = collections.length === 1 ? collections.map(({ resource }) => resource.name) : [];
  const conditions = [
    `(${visible.join(' or ')})`,
    ...only.map((name) => `h.resource = ${params.add(name)}`),
    ...whenSet(params, by, (id) => `h.by = ${id}`),
    ...whenSet(params, changeSet, (id) => `h.change_set = ${id}`),
    ...whenSet(params, from, (moment) => `h.at >= ${moment}::timestamptz`),
    ...whenSet(params, to, (moment) => `h.at < ${moment}::timestamptz`),
    ...whenSet(
      params,
      after,
      (seq) =>
        `(h.at, h.seq) < (select at, seq from backoffice.history where seq = ${seq}::bigint)`,
    ),
  ];
  const records = collections.map(
    (each) =>
      `when ${quoteText(each.resource.name)} then (select row_to_json(x) ${ofRecord(each)})`,
  );
  const names = collections.map(
    ({ resource, fields }) => `when ${quoteText(resource.name)} then ${params.add(fields)}::text[]`,
  );
  const where = conditions.join(' and ');
  const text = toChangesSql({ where, names, records, most: params.add(most) });
  return await sql.rows<FoundChange>(text, params.values);
}

type ChangesSql = {
  where: string;
  /** Of each collection, `when … then`: the names of the fields to read, and the record of today. */
  names: readonly string[];
  records: readonly string[];
  most: string;
};

function toChangesSql({ where, names, records, most }: ChangesSql): string {
  return `select h.seq::text, h.resource, h.record_id as "_id", h.version, h.operation,
       ${sqlTypes.timestamptz.toJson('h.at')} as at, h.by, h.way, h.change_set as "changeSet", ${keySql('h.key')} as key,
       case h.operation when 'delete' then '{}' else array(select e.key from jsonb_each(h.after) e
         where h.operation = 'update' or e.value not in ('null', '[]')) end as fields,
       now.record,
       case was.operation when 'delete' then (select coalesce(json_object_agg(e.key, e.value), '{}')
         from jsonb_each(was.before) e where e.key = any(case h.resource ${names.join(' ')} end)) end as last
     from (select * from backoffice.history h where ${where}
       order by h.at desc, h.seq desc limit ${most}::int) h
     cross join lateral (select case h.resource ${records.join(' ')} end as record) now
     left join lateral (select l.operation, l.before from backoffice.history l
       where now.record is null and l.resource = h.resource and l.record_id = h.record_id
       order by l.seq desc limit 1) was on true
     order by h.at desc, h.seq desc`;
}
