import { quoteName } from '../../connection/sql.ts';
import { NATURAL } from '../../sql-types.ts';
import { isSearchColumn } from '../search-words.ts';
import {
  addComputed,
  changeComputed,
  forgetComputed,
  isComputed,
  releaseComputed,
} from './compare-computed.ts';
import { addColumn, alterColumn, dropColumn, isKeptName } from './table-sql.ts';
import {
  columnStep,
  type Step,
  type ExistingTable,
  type Table,
  type TableColumn,
} from './table.ts';

/** The steps from the columns a table has to those it should have. */
export function compareColumns({ name: table, columns }: Table, existing: ExistingTable): Step[] {
  const there = new Map(existing.columns.map((column) => [column.name, column]));
  const declaredNames = new Set(columns.map(({ name }) => name));
  return [
    ...columns
      .filter((column) => !isComputed(column) || isSearchColumn(column.name))
      .flatMap((column) => {
        const before = there.get(column.name);
        return before ? changeColumn(table, column, before) : [addStep(table, column)];
      }),
    ...existing.columns
      .filter(({ name }) => !declaredNames.has(name))
      .flatMap((column) => leaveColumn(table, column)),
    // Computed columns come when the columns they read have their final form.
    ...columns
      .filter((column) => isComputed(column) && !isSearchColumn(column.name))
      .flatMap((column) => {
        const before = there.get(column.name);
        return before ? changeComputed(table, column, before) : [addComputed(table, column)];
      }),
  ];
}

function addStep(table: string, column: TableColumn): Step {
  const { name, fill, numbers, required } = column;
  const sql = [addColumn(table, column)];
  if (column.generated !== undefined) {
    const summary = `adds the search column to ${table}`;
    return { id: `search:${table}`, kind: 'additive', table, column: name, summary, sql };
  }
  const summary = `adds the field ${name} to ${table}`;
  if (numbers !== undefined)
    return columnStep('add', table, name, {
      summary: `${summary} and numbers every record in the order of creation`,
      sql: [addColumn(table, { ...column, required: false }), ...numberAll(table, name, numbers)],
    });
  if (fill !== undefined)
    return columnStep('add', table, name, {
      summary: `${summary}, with its default in every record`,
      sql: [
        addColumn(table, { ...column, default: fill }),
        alterColumn(table, name, 'drop default'),
      ],
    });
  if (!required || column.default !== undefined)
    return columnStep('add', table, name, { summary, sql });
  return columnStep('add', table, name, {
    summary: `${summary}, required`,
    sql,
    obstacle: {
      count: `select count(*) from ${quoteName(table)}`,
      where: 'true',
      filter: {},
      summary: `records of ${table} would have no value for it; declare a default, or add "required" later`,
    },
  });
}

function changeColumn(table: string, column: TableColumn, before: TableColumn): Step[] {
  if (isSearchColumn(column.name)) return [];
  if (isComputed(before)) {
    const { generated: _, maintained: ___, default: __, ...written } = before;
    return [releaseComputed(table, before), ...changeColumn(table, column, written)];
  }
  if (column.type !== before.type || column.collation !== before.collation)
    return [convertColumn(table, column, before)];
  if (column.required && !before.required) return [requireColumn(table, column)];
  return !column.required && before.required ? [releaseColumn(table, column)] : [];
}

function convertColumn(table: string, column: TableColumn, before: TableColumn): Step {
  const { name, type, collation } = column;
  const collate = collation ? ` collate ${quoteName(collation)}` : '';
  const change = `type ${type}${collate} using ${quoteName(name)}::${type}`;
  return columnStep('convert', table, name, {
    kind: 'rewriting',
    summary: `changes ${table}.${name} from ${typeOf(before)} to ${typeOf(column)}`,
    sql: [alterColumn(table, name, change)],
  });
}

/** A text's type includes its collation: for people to read, or by the bytes of an identifier. */
function typeOf({ type, collation }: TableColumn): string {
  if (collation === NATURAL) return `${type} in natural order`;
  return collation === 'C' ? 'reference' : type;
}

function numberAll(table: string, name: string, numbers: string): string[] {
  return [numbers, alterColumn(table, name, 'set not null')];
}

function requireColumn(table: string, { name, fill, numbers }: TableColumn): Step {
  const column = quoteName(name);
  if (numbers !== undefined)
    return columnStep('require', table, name, {
      summary: `numbers the records of ${table} that have no ${name}`,
      sql: numberAll(table, name, numbers),
    });
  return columnStep('require', table, name, {
    summary: `makes ${table}.${name} required`,
    sql: [alterColumn(table, name, 'set not null')],
    obstacle: {
      count: `select count(*) from ${quoteName(table)} where ${column} is null`,
      where: `${column} is null`,
      filter: { [`${name}_null`]: true },
      summary: `records of ${table} have no value for it; enter values first${fill === undefined ? '' : ', because its default applies only to new records'}`,
    },
  });
}

function releaseColumn(table: string, { name }: TableColumn): Step {
  return columnStep('release', table, name, {
    summary: `${table}.${name} is no longer required`,
    sql: [alterColumn(table, name, 'drop not null')],
  });
}

/** A column that is no longer declared keeps its values, but must not require new ones. */
function leaveColumn(table: string, column: TableColumn): Step[] {
  const { name, required } = column;
  // A plan keeps this column for its undo; nobody has to decide on it.
  if (isKeptName(name)) return [];
  if (isSearchColumn(name)) return [dropSearchColumn(table, column)];
  if (isComputed(column)) return [forgetComputed(table, column)];
  const drop = columnStep('drop', table, name, {
    kind: 'destructive',
    optional: true,
    summary: `drops ${table}.${name}, which is no longer declared, with all its values`,
    sql: [dropColumn(table, name)],
  });
  const asks = required && column.default === undefined;
  return asks ? [releaseColumn(table, column), drop] : [drop];
}

function dropSearchColumn(table: string, { name }: TableColumn): Step {
  return {
    id: `forget-search:${table}`,
    kind: 'additive',
    table,
    column: name,
    summary: `removes the old search column of ${table}`,
    sql: [dropColumn(table, name)],
  };
}
