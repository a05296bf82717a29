import { toSentence } from '../../../fields/problems/plan-text.ts';
import { quoteName } from '../../connection/sql.ts';
import { columnStep, type Step, type TableColumn } from './table.ts';
import { addColumn, alterColumn, dropColumn, markColumn } from './table-sql.ts';

/** Whether PostgreSQL or a trigger computes the column. Then it is created again instead of changed. */
export function isComputed(column: TableColumn | undefined): boolean {
  return column?.generated !== undefined || column?.maintained !== undefined;
}

/** Whether only the expression of a maintained column may differ. Its values are then computed in place. */
function isStillMaintained(column: TableColumn, before: TableColumn): boolean {
  return column.maintained !== undefined && before.maintained !== undefined;
}

export function addComputed(table: string, column: TableColumn): Step {
  const { name } = column;
  const isFilled = column.maintained === undefined;
  return columnStep('add', table, name, {
    summary: toSentence(isFilled ? 'addsComputed' : 'addsField', { field: name, table }),
    sql: addMarked(table, column),
  });
}

/**
 * A computed column with another expression, or one that replaces a written column. The step replaces the values in
 * every record; undoing computes the old ones again, as the former descriptor declares them.
 */
export function changeComputed(table: string, column: TableColumn, before: TableColumn): Step[] {
  const { name } = column;
  const isSame =
    (column.generated === before.generated || isStillMaintained(column, before)) &&
    column.type === before.type &&
    column.collation === before.collation;
  if (isSame) return [];
  const drop = dropColumn(table, name);
  const add = addMarked(table, column);
  if (!isComputed(before))
    return [
      columnStep('replace', table, name, {
        kind: 'rewriting',
        summary: toSentence('computesInstead', { path: `${table}.${name}` }),
        sql: add,
      }),
    ];
  return [
    columnStep('compute', table, name, {
      kind: 'rewriting',
      summary: toSentence('recomputes', { path: `${table}.${name}` }),
      sql: [drop, ...add],
      undo: [drop],
      rows: `select count(*) from ${quoteName(table)}`,
    }),
  ];
}

/** From now on people edit the value; the computed one is the first. */
export function releaseComputed(table: string, { name, generated }: TableColumn): Step {
  return columnStep('release', table, name, {
    summary: toSentence('keepsComputed', { path: `${table}.${name}` }),
    sql: [
      ...(generated === undefined ? [] : [alterColumn(table, name, 'drop expression')]),
      markColumn(table, name, undefined),
    ],
    undo: [dropColumn(table, name)],
  });
}

/** The column is made from others, so nothing is lost with it. */
export function forgetComputed(table: string, { name }: TableColumn): Step {
  return columnStep('forget', table, name, {
    summary: toSentence('removesComputed', { path: `${table}.${name}` }),
    sql: [dropColumn(table, name)],
  });
}

function addMarked(table: string, column: TableColumn): string[] {
  const { name, generated } = column;
  return [
    addColumn(table, column),
    ...(generated === undefined ? [] : [markColumn(table, name, generated)]),
  ];
}
