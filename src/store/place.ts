import type { Resource } from '../descriptor/descriptor.ts';
import { findField } from '../descriptor/system-fields.ts';
import type { SqlType } from '../fields/field-type.ts';
import type { Field } from '../fields/field.ts';
import { isSearched, searchColumn } from './search-words.ts';
import { quoteName, quoteText } from './sql.ts';
import { sqlTypes } from './sql-types.ts';

/** The alias of the resource's own table in every statement. */
export const OWN = 'r';

/**
 * Where the value of a path is kept. Filters, sorts, indexes and JSON ask here, so that all of
 * them write the same expression, and an index is found by the statement it was made for.
 */
export type Place = {
  /** `column`: one value; `array`: a column of many; `join`: a table of its own; `part`: inside an object. */
  shape: 'column' | 'array' | 'join' | 'part';
  path: string;
  type: SqlType;
  /** The value. Of a join: the table that holds its members. */
  sql: string;
  /** The value as it is ordered and indexed: of a long text its beginning, as an index entry is limited. */
  key: string;
  /** Never empty. */
  required: boolean;
  /** `key` is the beginning of the value only. */
  long: boolean;
  unique: boolean;
  /** The name of the resource it refers to. */
  to?: string;
  /** The column that holds its words in lower case, among those of other fields. */
  words?: string | undefined;
};

/** `table`: the alias and a dot, or nothing in DDL. */
export function findPlace(resource: Resource, path: string, table = `${OWN}.`): Place {
  const field = findField(resource, path);
  if (!field) throw new Error(`${resource.name} has no field ${path}`);
  const own = resource.fields.get(path);
  if (own) return placeOfField(resource, own, table);
  return path.includes('.') ? placeOfPart(path, field, table) : placeOfSystemField(field, table);
}

export function joinTable(resource: string, field: string): string {
  return `${resource}__${field}`;
}

const KEY_LENGTH = 200;

/** The beginning of a text that may be too long to be indexed and compared whole. */
export function keyOf(text: string): string {
  return `left(${text}, ${KEY_LENGTH})`;
}

function placeOfField(resource: Resource, field: Field, table: string): Place {
  const { sql: type, many = false, long = false } = field.kind.column(field.settings);
  const relation = field.kind.relation?.(field.settings);
  const isJoin = relation?.many === true;
  const isLong = long && !field.unique;
  const sql = isJoin
    ? quoteName(joinTable(resource.name, field.name))
    : table + quoteName(field.name);
  return {
    shape: isJoin ? 'join' : many ? 'array' : 'column',
    path: field.name,
    type,
    sql,
    key: isLong ? keyOf(sql) : sql,
    long: isLong,
    required: field.required,
    unique: field.unique,
    ...(relation && { to: relation.to }),
    ...(isSearched(resource, field.name) && { words: wordsColumn(resource, table) }),
  };
}

/** The column of the words of all searched fields. */
export function wordsColumn(resource: Resource, table = `${OWN}.`): string | undefined {
  const column = searchColumn(resource);
  return column && table + quoteName(column.name);
}

function placeOfPart(path: string, field: Field, table: string): Place {
  const { sql: type } = field.kind.column(field.settings);
  const [object = ''] = path.split('.', 1);
  const text = `(${table}${quoteName(object)} ->> ${quoteText(field.name)})`;
  const { collation, name } = sqlTypes[type];
  const sql = collation ? `(${text} collate ${quoteName(collation)})` : `(${text})::${name}`;
  const long = type === 'text';
  const key = long ? keyOf(sql) : sql;
  return { shape: 'part', path, type, sql, key, long, required: false, unique: false };
}

function placeOfSystemField(field: Field, table: string): Place {
  const sql = table + quoteName(field.name);
  const { sql: type } = field.kind.column(field.settings);
  const to = field.kind.relation?.(field.settings).to;
  return {
    shape: 'column',
    path: field.name,
    type,
    sql,
    key: sql,
    long: false,
    // The stamps of who are empty when the system itself did it.
    required: to === undefined,
    unique: field.name === '_id',
    ...(to !== undefined && { to }),
  };
}
