import { createHash } from 'node:crypto';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { OUR_MARK } from './read-tables.ts';
import type { ForeignKey, Table, TableColumn, TableIndex } from './table.ts';

export function createTable({ name, columns, primaryKey }: Table): string[] {
  const key = `primary key (${primaryKey.map(quoteName).join(', ')})`;
  const parts = [...columns.map(columnDefinition), key];
  return [
    // Room on every page lets an update stay on its page, and then it touches no index.
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
    // One without our mark is what a build that was broken off has left.
    dropIndex({ name }),
    `create ${kind} ${quoteName(name)} on ${quoteName(table)} ${definition}`,
    // The catalogue rewrites definitions, so ours is kept beside it to be compared later.
    markAs('index', name, definition),
  ];
}

export function dropIndex({ name }: Pick<TableIndex, 'name'>): string {
  // It may have gone with its column.
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

/** The catalogue writes expressions in its own words, so ours is kept beside it to be compared later. */
export function markColumn(table: string, column: string, expression: string | undefined): string {
  const mark = expression === undefined ? 'null' : quoteText(OUR_MARK + expression);
  return `comment on column ${quoteName(table)}.${quoteName(column)} is ${mark}`;
}

export function markAs(kind: 'table' | 'index', name: string, definition: string): string {
  return `comment on ${kind} ${quoteName(name)} is ${quoteText(OUR_MARK + definition)}`;
}

/** PostgreSQL cuts longer names without a word, and two of them may then be the same. */
const LONGEST = 63;

/** A name of an index or constraint: `chems.casId.unique`, cut to what fits in a way that stays unique. */
export function objectName(...parts: readonly string[]): string {
  return fitName(parts.join('.'));
}

/** What a dropped column is called while it is kept; no field can be called so. */
const KEPT = '~kept.';

export function keptName(name: string, mark: string): string {
  return fitName(`${KEPT}${mark}.${name}`);
}

export function isKeptName(name: string): boolean {
  return name.startsWith(KEPT);
}

/** The name itself, or its beginning with a mark made of the whole. */
export function fitName(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 10);
  let start = name;
  while (Buffer.byteLength(start) > LONGEST - mark.length - 1) start = start.slice(0, -1);
  return `${start}~${mark}`;
}
