import type { Way } from '../../../contract/past.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams, whenSet } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { sqlTypes } from '../../sql-types.ts';
import { keySql, type KeyOfChange } from '../../records/sql/key-of-change.ts';
import { statement } from '../../connection/statement.ts';

type Document = Readonly<Record<string, unknown>>;

/** One change of a record. An update has only the changed fields in both documents. */
export type HistoryRow = {
  seq: string;
  at: string;
  by: string | null;
  operation: 'create' | 'update' | 'delete';
  /** The version after the change; a deletion counts as one. */
  version: number;
  before: Document | null;
  after: Document | null;
  way: Way | null;
  changeSet: string | null;
  /** The fields whose values an admin has erased from this row. */
  erased: readonly string[];
  /** The file of the import it belongs to. */
  file: string | null;
  key: KeyOfChange | null;
};

/** The record whose past is read. */
export type Subject = { resource: string; id: string };

export type HistoryQuery = {
  /** The fields the reader may read, if not all; a version that changed only others is left out. */
  readable: readonly string[] | undefined;
  /** Only versions that changed one of these. */
  fields: readonly string[];
  by: readonly string[];
  /** From this time on, and before that one; RFC 3339. */
  from?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
  most: number;
};

// Rounded as the stamps of a record are, so that both tell the same time.
const atSql = sqlTypes.timestamptz.toJson('h.at::timestamptz(3)');

const columns =
  `h.seq::text, ${atSql}, h.by, h.operation, h.version, h.before, h.after, h.way, ` +
  `h.change_set, h.erased, s.detail->>'file', ${keySql('h.key')}`;
const source =
  'from backoffice.history h left join backoffice.change_sets s on s.id = h.change_set';

type ChangeCells = [
  seq: HistoryRow['seq'],
  at: HistoryRow['at'],
  by: HistoryRow['by'],
  operation: HistoryRow['operation'],
  version: HistoryRow['version'],
  before: HistoryRow['before'],
];

type HistoryCells = [
  ...ChangeCells,
  after: HistoryRow['after'],
  way: HistoryRow['way'],
  changeSet: HistoryRow['changeSet'],
  erased: HistoryRow['erased'] | null,
  file: HistoryRow['file'],
  key: HistoryRow['key'],
];

function toRow(row: HistoryCells): HistoryRow {
  const [seq, at, by, operation, version, before, after, way, changeSet, erased, file, key] = row;
  return {
    seq,
    at,
    by,
    operation,
    version,
    before,
    after,
    way,
    changeSet,
    erased: erased ?? [],
    file,
    key,
  };
}

/** The versions of a record, newest first. */
export async function listHistory(
  sql: Connection,
  { resource, id }: Subject,
  { readable, fields, by, from, before, after, most }: HistoryQuery,
): Promise<HistoryRow[]> {
  const params = createParams([resource, id]);
  const conditions = [
    'h.resource = $1 and h.record_id = $2',
    readable && `(h.operation <> 'update' or h.before ?| ${params.add(readable)}::text[])`,
    ...whenSet(params, fields, (names) => changes(`${names}::text[]`)),
    ...whenSet(params, by, (ids) => `h.by = any(${ids}::text[])`),
    ...whenSet(params, from, (moment) => `h.at >= ${moment}::timestamptz`),
    ...whenSet(params, before, (moment) => `h.at < ${moment}::timestamptz`),
    ...whenSet(params, after, (seq) => `h.seq < ${seq}::bigint`),
  ].filter(Boolean);
  const text = `select ${columns} ${source} where ${conditions.join(' and ')} order by h.seq desc limit ${params.add(most)}::int`;
  return (await sql.run<HistoryCells>({ text, values: params.values })).map(toRow);
}

/** Whether a row changed one of the fields. A new or deleted record changes those that have a value. */
function changes(fields: string): string {
  return (
    `case h.operation when 'update' then h.before ?| ${fields} else h.erased && ${fields} is true or exists ` +
    `(select from unnest(${fields}) f where coalesce(coalesce(h.after, h.before) -> f, 'null') not in ('null', '[]')) end`
  );
}

/** The row of one version; without a version, the latest. */
export async function findVersion(
  sql: Connection,
  { resource, id }: Subject,
  version?: number,
): Promise<HistoryRow | undefined> {
  const only = version === undefined ? '' : ' and h.version = $3::int';
  const [row] = await sql.run<HistoryCells>({
    text: `select ${columns} ${source} where h.resource = $1 and h.record_id = $2${only} order by h.seq desc limit 1`,
    values: [resource, id, ...(version === undefined ? [] : [version])],
  });
  return row && toRow(row);
}

/** The versions of a record that match a condition on `h`, newest first; its further parameters begin with `$3`. */
export async function findVersions(
  sql: Connection,
  { resource, id }: Subject,
  condition: string,
  values: readonly unknown[],
): Promise<HistoryRow[]> {
  const rows = await sql.run<HistoryCells>({
    text: `select ${columns} ${source} where h.resource = $1 and h.record_id = $2 and (${condition}) order by h.seq desc limit 100`,
    values: [resource, id, ...values],
  });
  return rows.map(toRow);
}

/** How a record changed after a moment of its past, for walking back to that moment. */
export type LaterChanges = {
  /** The record as it was deleted for the first time since; null if it was not. */
  deleted: Document | null;
  deletedErased: readonly string[];
  /** The values at that moment of the fields that changed since. */
  before: Document;
  /** Those of them whose values were erased. */
  erased: readonly string[];
};

/** The changes after a row and up to a version, until the record was deleted. */
export async function readLaterChanges(
  sql: Connection,
  { resource, id }: Subject,
  { seq, upTo }: { seq: string; upTo: number },
): Promise<LaterChanges> {
  const later = 'h.resource = $1 and h.record_id = $2 and h.seq > $3::bigint';
  const [row] = await sql.run({
    // The earliest change of a field has its value at that moment, so it comes last and wins.
    text:
      `with gone as (select h.seq, h.before, h.erased from backoffice.history h ` +
      `where ${later} and h.operation = 'delete' order by h.seq limit 1) ` +
      `select (select before from gone), (select coalesce(erased, '{}') from gone), ` +
      `coalesce(jsonb_object_agg(e.key, e.value order by h.seq desc), '{}'), ` +
      `coalesce(jsonb_object_agg(e.key, coalesce(e.key = any(h.erased), false) order by h.seq desc), '{}') ` +
      `from backoffice.history h, jsonb_each(h.before) e where ${later} and h.operation = 'update' ` +
      `and h.version <= $4::int and h.seq < coalesce((select seq from gone), 9223372036854775807)`,
    values: [resource, id, seq, upTo],
  });
  const [deleted, deletedErased, before, erased] = row as [
    Document | null,
    readonly string[] | null,
    Document,
    Readonly<Record<string, boolean>>,
  ];
  const names = Object.keys(erased).filter((name) => erased[name]);
  return { deleted, deletedErased: deletedErased ?? [], before, erased: names };
}

/** One change of some fields, for walking back over many. */
export type FieldsChange = Pick<
  HistoryRow,
  'seq' | 'at' | 'by' | 'operation' | 'version' | 'before'
> & {
  id: string;
};

/**
 * The rows of records since a row of the history that changed one of the fields, or made or deleted the record;
 * newest first. Without fields: all rows. The row before the first is one of them.
 */
export async function listChangesSince(
  sql: Connection,
  {
    resource,
    ids,
    since,
    fields,
  }: {
    resource: string;
    ids: readonly string[];
    since: string;
    fields?: readonly string[] | undefined;
  },
): Promise<FieldsChange[]> {
  const only = fields ? `and (operation <> 'update' or before ?| $4::text[])` : '';
  const rows = await sql.run<[id: string, ...ChangeCells]>({
    text:
      `select h.record_id, h.seq::text, ${atSql}, h.by, h.operation, h.version, h.before ` +
      `from unnest($2::text[]) i(id) cross join lateral (` +
      `select * from backoffice.history where resource = $1 and record_id = i.id and seq >= coalesce((` +
      `select max(p.seq) from backoffice.history p where p.resource = $1 and p.record_id = i.id and p.seq < $3::bigint), $3::bigint) ` +
      `${only}) h order by h.seq desc`,
    values: [resource, ids, since, ...(fields ? [fields] : [])],
  });
  return rows.map(([id, seq, at, by, operation, version, before]) => ({
    id,
    seq,
    at,
    by,
    operation,
    version,
    before,
  }));
}

/** Which of these records a change set has created. */
export async function createdIn(
  sql: QueryRunner,
  { changeSet, resource }: { changeSet: string; resource: string },
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.rows<{ id: string }>(
    `select record_id as id from backoffice.history
     where resource = $1 and record_id = any($2::text[]) and change_set = $3 and operation = 'create'`,
    [resource, ids, changeSet],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a deleted record can still be brought back. */
export const isInTrash = statement.some<[resource: string, id: string]>(
  'select from backoffice.trash where resource = $1 and record_id = $2',
);
