import { quoteName } from '../../connection/sql.ts';
import { columnStep, type Step, type TableColumn } from './table.ts';
import { addColumn, alterColumn, dropColumn, markColumn } from './table-sql.ts';

/** Whether PostgreSQL computes the column. Then it is created again instead of changed. */
export function isComputed(column: TableColumn | undefined): boolean {
  return column?.generated !== undefined;
}

export function addComputed(table: string, column: TableColumn): Step {
  const { name } = column;
  return columnStep('add', table, name, {
    summary: `adds the field ${name} to ${table}, computed for every record`,
    sql: addMarked(table, column),
  });
}

/**
 * A computed column with another expression, or one that replaces a written column. The step replaces the values in
 * every record; undoing computes the old ones again, as the former descriptor declares them.
 */
export function changeComputed(table: string, wanted: TableColumn, before: TableColumn): Step[] {
  const { name } = wanted;
  const isSame =
    wanted.generated === before.generated &&
    wanted.type === before.type &&
    wanted.collation === before.collation;
  if (isSame) return [];
  const drop = dropColumn(table, name);
  const add = addMarked(table, wanted);
  if (!isComputed(before))
    return [
      columnStep('replace', table, name, {
        kind: 'rewriting',
        summary: `computes ${table}.${name} and replaces its values`,
        sql: add,
      }),
    ];
  return [
    columnStep('compute', table, name, {
      kind: 'rewriting',
      summary: `recomputes ${table}.${name} in every record`,
      sql: [drop, ...add],
      undo: [drop],
      rows: `select count(*) from ${quoteName(table)}`,
    }),
  ];
}

/** From now on people edit the value; the computed one is the first. */
export function releaseComputed(table: string, { name }: TableColumn): Step {
  return columnStep('release', table, name, {
    summary: `${table}.${name} can be edited from now on and keeps the computed values`,
    sql: [alterColumn(table, name, 'drop expression'), markColumn(table, name, undefined)],
    undo: [dropColumn(table, name)],
  });
}

/** The column is made from others, so nothing is lost with it. */
export function forgetComputed(table: string, { name }: TableColumn): Step {
  return columnStep('forget', table, name, {
    summary: `removes ${table}.${name}, which was computed from other fields`,
    sql: [dropColumn(table, name)],
  });
}

function addMarked(table: string, column: TableColumn): string[] {
  return [addColumn(table, column), markColumn(table, column.name, column.generated)];
}
