import type { Resource } from '../../descriptor/descriptor.ts';
import { readsOwnRecordOnly } from '../../descriptor/expression/paths.ts';
import type { SqlType } from '../../fields/type/field-type.ts';
import type { Field } from '../../fields/type/field.ts';
import { computedSql, isNeverEmpty, ownPaths, ownValue } from './expression/computed-sql.ts';
import type { Paths } from './expression/compile-expression.ts';
import { isPast } from './past-resource.ts';
import { isSearched, searchColumn } from './search-words.ts';
import { isUnversioned } from './unversioned.ts';
import { collationOf } from '../sql-types.ts';
import { quoteName, quoteText } from '../connection/sql.ts';
import { requireRelation } from '../../fields/type/require-relation.ts';

/** The alias of the resource's own table in every statement. */
export const OWN = 'r';

/**
 * Where the value of a path is stored. Filters, sorts, indexes and JSON ask here, so all of them write the same
 * expression, and a statement finds the index that was made for it.
 */
export type Place = {
  /** `column`: one value; `array`: a column of many; `join`: a table of its own; `part`: inside an object. */
  shape: 'column' | 'array' | 'join' | 'part';
  path: string;
  type: SqlType;
  /** The value; for a join, the table that holds its members. */
  sql: string;
  /** The value as ordered and indexed: the beginning of a long text, because index entries have a limit. */
  key: string;
  /** How PostgreSQL compares texts. */
  collation?: string | undefined;
  /** Never empty. */
  required: boolean;
  /** `key` is only the beginning of the value. */
  long: boolean;
  unique: boolean;
  /** It is computed on reading, so no index has it. */
  unindexed?: true;
  /** The name of the resource it refers to. */
  to?: string;
  /** The rows of the tree it refers to, as far as the reader may see them: `t`, with `id` and `parent`. */
  tree?: (() => string) | undefined;
  /** The column that holds its words, folded, together with those of other fields. */
  words?: string | undefined;
  /** For files: whether the record has one of some contents, given a statement that selects their SHA-256. */
  hasContent?: ((contents: string) => string) | undefined;
  /** The beginning of its values that a text means (`FieldType.begins`). */
  begins?: ((text: string) => string | undefined) | undefined;
};

/** Reaches other tables, for expressions that read them. */
export type OtherTables = {
  /** `joins` gets what computes the rollups of all records at once (`reachFrom`). */
  reach(resource: Resource, table: string, joins?: string[]): Paths;
  /** The value of a field behind a reference: `chem.commonName`. */
  through(resource: Resource, path: string, table: string): Place;
  /** Notes that the statement reads a stored value that depends on other records. */
  readStored(resource: Resource, field: Field): void;
  /** The records of a tree with their parents: `t`, with `id` and `parent`. */
  tree(resource: string, parent: string): string;
  /** Notes that the statement reads what changes without leaving history. */
  readUntold(): void;
};

/**
 * `table`: the alias and a dot, or nothing in DDL. Without `beyond`, a computed field that reads other records has no
 * place.
 */
export function findPlace(
  resource: Resource,
  path: string,
  table = `${OWN}.`,
  beyond?: OtherTables,
): Place {
  const own = resource.fields.get(path);
  if (own) {
    if (own.computed !== undefined && !own.stored)
      return placeOfComputed(resource, own, table, beyond);
    if (own.computed !== undefined) beyond?.readStored(resource, own);
    return placeOfField(resource, own, table, beyond);
  }
  if (resource.through.has(path)) {
    if (!beyond) throw new Error(`${resource.name}.${path} is a field of another record`);
    return beyond.through(resource, path, table);
  }
  return path.includes('.')
    ? placeOfPart(resource, path, table)
    : placeOfSystemField(resource, path, table);
}

/** Finds a place whose rollups, if there are joins to add to, are computed for all records at once. */
export function findGroupedPlace(
  resource: Resource,
  path: string,
  beyond: OtherTables,
  joins: string[] | undefined,
): Place {
  const reach: OtherTables['reach'] = (of, table) => beyond.reach(of, table, joins);
  return findPlace(resource, path, `${OWN}.`, { ...beyond, reach });
}

export function joinTable(resource: string, field: string): string {
  return `${resource}__${field}`;
}

const KEY_LENGTH = 80;

/** The beginning of a text, which may be too long to index and compare whole. */
export function keyOf(text: string): string {
  return `left(${text}, ${KEY_LENGTH})`;
}

/** The column with the words of all searched fields. */
export function wordsColumn(resource: Resource, table = `${OWN}.`): string | undefined {
  const column = searchColumn(resource);
  return column && table + quoteName(column.name);
}

function placeOfField(
  resource: Resource,
  field: Field,
  table: string,
  beyond: OtherTables | undefined,
): Place {
  const { sql: type, many = false, long = false } = field.kind.column(field.settings);
  const relation = field.kind.relation?.(field.settings);
  // The tables of members only have today's.
  const isJoin = relation?.many === true && !isPast(resource);
  const sql = isJoin
    ? quoteName(joinTable(resource.name, field.name))
    : table + quoteName(field.name);
  const ownShape = many ? 'array' : 'column';
  const shape = isJoin ? 'join' : ownShape;
  const { required, unique, name: path } = field;
  const collation = collationOf(field);
  const { begins } = field.kind;
  const place = { shape, path, type, collation, required, unique, begins } as const;
  return {
    ...place,
    ...(relation && { to: relation.to }),
    ...(beyond && placesBeyond(resource, field, table, beyond)),
    ...toKey(sql, long && !unique),
    ...wordsOf(resource, path, table),
  };
}

/** What a field needs other tables for: the tree that it refers to, the contents of its files. */
function placesBeyond(
  resource: Resource,
  field: Field,
  table: string,
  beyond: OtherTables,
): Pick<Place, 'tree' | 'hasContent'> {
  const { branches, kind, name } = field;
  if (isUnversioned(resource, name)) beyond.readUntold();
  return {
    ...(branches && { tree: () => beyond.tree(requireRelation(field).to, branches) }),
    ...(kind.files && { hasContent: contentsOf(resource, field, table, beyond) }),
  };
}

/** The uses say which record has which file now, so that the statement can begin with the few contents. */
function contentsOf(
  { name: resource }: Resource,
  { name }: Field,
  table: string,
  beyond: OtherTables,
): Place['hasContent'] {
  return (contents) => {
    beyond.readUntold();
    return (
      `${table}_id in (select u.record from backoffice.file_uses u join backoffice.files f on f.id = u.file ` +
      `where u.current and u.resource = ${quoteText(resource)} and u.field = ${quoteText(name)} ` +
      `and f.sha256 in (${contents}))`
    );
  };
}

/** Whether a field of the resource is computed on reading, from other records. */
export function isComputedFromOthers(resource: Resource, path: string): boolean {
  const field = resource.fields.get(path);
  return field?.computed !== undefined && !field.stored && !readsOwnRecordOnly(resource, field);
}

/** A place that is an expression instead of a column. */
function placeOfComputed(
  resource: Resource,
  field: Field,
  table: string,
  beyond: OtherTables | undefined,
): Place {
  const { sql: type, long = false } = field.kind.column(field.settings);
  const isHere = readsOwnRecordOnly(resource, field);
  const reach = isHere ? ownPaths(resource, table) : beyond?.reach(resource, table);
  if (!reach) throw new Error(`${resource.name}.${field.name} refers to other records`);
  const { name: path } = field;
  const place = { shape: 'column', path, type, unique: false, unindexed: true } as const;
  return {
    ...place,
    collation: collationOf(field),
    required: isNeverEmpty(field),
    ...toKey(computedSql(field, reach), long),
    ...wordsOf(resource, path, table),
  };
}

/** The place of a value of another record, to which this one refers: it may be empty, and be that of many records. */
export function placeBehind(place: Place, path: string, sql: string): Place {
  const { type, collation, long, to, unindexed } = place;
  const shape = place.shape === 'array' || place.shape === 'join' ? 'array' : 'column';
  const behind = { shape, path, type, collation, required: false, unique: false } as const;
  const more = { ...(to !== undefined && { to }), ...(unindexed && { unindexed }) };
  return { ...behind, ...toKey(sql, long), ...more };
}

function placeOfPart(resource: Resource, path: string, table: string): Place {
  const { field, type, sql } = ownValue(resource, path, table);
  const collation = collationOf(field);
  const place = { shape: 'part', path, type, collation, required: false, unique: false } as const;
  return { ...place, ...toKey(sql, type === 'text') };
}

function placeOfSystemField(resource: Resource, path: string, table: string): Place {
  const { field, type, sql } = ownValue(resource, path, table);
  const to = field.kind.relation?.(field.settings).to;
  // The user stamps are empty when the system itself made the change.
  const required = to === undefined;
  const place = { shape: 'column', path, type, required, unique: path === '_id' } as const;
  return {
    ...place,
    ...(type === 'text' && { collation: 'C' }),
    ...toKey(sql, false),
    ...(to !== undefined && { to }),
  };
}

function toKey(sql: string, long: boolean): Pick<Place, 'sql' | 'key' | 'long'> {
  return { sql, key: long ? keyOf(sql) : sql, long };
}

function wordsOf(resource: Resource, name: string, table: string): Pick<Place, 'words'> {
  return isSearched(resource, name) ? { words: wordsColumn(resource, table) } : {};
}
