import { quoteName } from '../../connection/sql.ts';
import type { Step, TableColumn } from './table.ts';
import { alterColumn, columnDefinition, markColumn } from './table-sql.ts';

/** Is the column kept by PostgreSQL, or was it to be? Then it is made anew instead of changed. */
export function isComputed(column: TableColumn | undefined): boolean {
  return column?.generated !== undefined;
}

export function addComputed(table: string, column: TableColumn): Step {
  const { name } = column;
  return {
    id: `add:${table}.${name}`,
    kind: 'additive',
    table,
    column: name,
    summary: `adds the field ${name} to ${table}, computed for every record`,
    sql: addColumn(table, column),
  };
}

/**
 * A computed column that is computed otherwise, or takes the place of a written one. The values are
 * replaced in every record; undoing computes the old ones anew, as the descriptor before asks for them.
 */
export function changeComputed(table: string, wanted: TableColumn, before: TableColumn): Step[] {
  const { name } = wanted;
  const isSame =
    wanted.generated === before.generated &&
    wanted.type === before.type &&
    wanted.collation === before.collation;
  if (isSame) return [];
  const drop = dropColumn(table, name);
  const at = { kind: 'rewriting', table, column: name } as const;
  if (before.generated === undefined) {
    return [
      {
        ...at,
        id: `replace:${table}.${name}`,
        summary: `computes ${table}.${name} and replaces its values`,
        sql: addColumn(table, wanted),
      },
    ];
  }
  return [
    {
      ...at,
      id: `compute:${table}.${name}`,
      summary: `recomputes ${table}.${name} in every record`,
      sql: [drop, ...addColumn(table, wanted)],
      undo: [drop],
      rows: `select count(*) from ${quoteName(table)}`,
    },
  ];
}

/** From now on somebody writes it; what was computed is the first value. */
export function releaseComputed(table: string, { name }: TableColumn): Step {
  return {
    id: `release:${table}.${name}`,
    kind: 'additive',
    table,
    column: name,
    summary: `${table}.${name} can be edited from now on and keeps the computed values`,
    sql: [alterColumn(table, name, 'drop expression'), markColumn(table, name, undefined)],
    undo: [dropColumn(table, name)],
  };
}

/** Made from others, so nothing is lost with it. */
export function forgetComputed(table: string, { name }: TableColumn): Step {
  return {
    id: `forget:${table}.${name}`,
    kind: 'additive',
    table,
    column: name,
    summary: `removes ${table}.${name}, which was computed from other fields`,
    sql: [dropColumn(table, name)],
  };
}

function addColumn(table: string, column: TableColumn): string[] {
  return [
    `alter table ${quoteName(table)} add column ${columnDefinition(column)}`,
    markColumn(table, column.name, column.generated),
  ];
}

function dropColumn(table: string, name: string): string {
  return `alter table ${quoteName(table)} drop column if exists ${quoteName(name)}`;
}
