import { createHash } from 'node:crypto';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { COMMENT_PREFIX } from './read-tables.ts';
import type { ForeignKey, Table, TableColumn, TableIndex } from './table.ts';

export function createTable({ name, columns, primaryKey }: Table): string[] {
  const key = `primary key (${primaryKey.map(quoteName).join(', ')})`;
  const parts = [...columns.map(columnDefinition), key];
  return [
    // Free space lets an update stay on its page, and then it touches no index.
    `create table ${quoteName(name)} (${parts.join(', ')}) with (fillfactor = 90)`,
    markAs('table', name, name),
    ...columns
      .filter(({ generated }) => generated !== undefined)
      .map((column) => markColumn(name, column.name, column.generated)),
  ];
}

export function columnDefinition(column: TableColumn): string {
  const { name, type, collation, required } = column;
  return [
    quoteName(name),
    type,
    ...(collation ? [`collate ${quoteName(collation)}`] : []),
    ...(required ? ['not null'] : []),
    ...(column.generated === undefined ? [] : [`generated always as (${column.generated}) stored`]),
    ...(column.default === undefined ? [] : [`default ${column.default}`]),
  ].join(' ');
}

export function createIndex(table: string, { name, unique, definition }: TableIndex): string[] {
  const kind = unique ? 'unique index' : 'index';
  return [
    // An index without our mark is left from an interrupted build.
    dropIndex({ name }),
    `create ${kind} ${quoteName(name)} on ${quoteName(table)} ${definition}`,
    // The catalogue rewrites definitions, so the comment keeps ours for later comparison.
    markAs('index', name, definition),
  ];
}

export function dropIndex({ name }: Pick<TableIndex, 'name'>): string {
  // The index may have gone with its column.
  return `drop index if exists ${quoteName(name)}`;
}

export function addForeignKey(table: string, { name, column, to, cascade }: ForeignKey): string {
  const gone = cascade ? 'on delete cascade' : 'on delete no action';
  return (
    `alter table ${quoteName(table)} add constraint ${quoteName(name)} ` +
    `foreign key (${quoteName(column)}) references ${quoteName(to)} (_id) ${gone}`
  );
}

export function alterColumn(table: string, column: string, change: string): string {
  return `alter table ${quoteName(table)} alter column ${quoteName(column)} ${change}`;
}

export function addColumn(table: string, column: TableColumn): string {
  return `alter table ${quoteName(table)} add column ${columnDefinition(column)}`;
}

export function dropColumn(table: string, name: string): string {
  return `alter table ${quoteName(table)} drop column if exists ${quoteName(name)}`;
}

/** The catalogue rewrites expressions, so the comment keeps ours for later comparison. */
export function markColumn(table: string, column: string, expression: string | undefined): string {
  const mark = expression === undefined ? 'null' : quoteText(COMMENT_PREFIX + expression);
  return `comment on column ${quoteName(table)}.${quoteName(column)} is ${mark}`;
}

export function markAs(kind: 'table' | 'index', name: string, definition: string): string {
  return `comment on ${kind} ${quoteName(name)} is ${quoteText(COMMENT_PREFIX + definition)}`;
}

/** PostgreSQL silently cuts longer names, which could make two of them the same. */
const MAX_IDENTIFIER_BYTES = 63;

/** A name of an index or constraint: `chems.casId.unique`, shortened so that it fits and stays unique. */
export function objectName(...parts: readonly string[]): string {
  return fitName(parts.join('.'));
}

/** Begins the name of a dropped column while it is kept; no field can have such a name. */
const KEPT = '~kept.';

export function keptName(name: string, mark: string): string {
  return fitName(`${KEPT}${mark}.${name}`);
}

export function isKeptName(name: string): boolean {
  return name.startsWith(KEPT);
}

/** The name itself, or its beginning with a hash of the whole. */
export function fitName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_IDENTIFIER_BYTES) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 10);
  let start = name;
  while (Buffer.byteLength(start) > MAX_IDENTIFIER_BYTES - mark.length - 1)
    start = start.slice(0, -1);
  return `${start}~${mark}`;
}
