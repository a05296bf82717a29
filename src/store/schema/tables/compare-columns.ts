import { type PlanParam, type Sentence, toSentence } from '../../../fields/problems/plan-text.ts';
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
    const summary = toSentence('addsSearch', { table });
    return { id: `search:${table}`, kind: 'additive', table, column: name, summary, sql };
  }
  const at = { field: name, table };
  if (numbers !== undefined)
    return columnStep('add', table, name, {
      summary: toSentence('addsNumbered', at),
      sql: [addColumn(table, { ...column, required: false }), ...numberAll(table, name, numbers)],
    });
  if (fill !== undefined)
    return columnStep('add', table, name, {
      summary: toSentence('addsFilled', at),
      sql: [
        addColumn(table, { ...column, default: fill }),
        alterColumn(table, name, 'drop default'),
      ],
    });
  if (!required || column.default !== undefined)
    return columnStep('add', table, name, { summary: toSentence('addsField', at), sql });
  return columnStep('add', table, name, {
    summary: toSentence('addsRequired', at),
    sql,
    obstacle: {
      count: `select count(*) from ${quoteName(table)}`,
      where: 'true',
      filter: {},
      summary: toSentence('wouldLack', { table }),
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
    summary: summaryOf(`${table}.${name}`, before, column),
    sql: [alterColumn(table, name, change)],
  });
}

/** People know both types of numbers by one name, so this says what differs. */
function summaryOf(path: string, before: TableColumn, column: TableColumn): Sentence {
  const key = numberChanges[`${before.type} to ${column.type}`];
  return key
    ? toSentence(key, { path })
    : toSentence('changesType', { path, fromType: typeOf(before), toType: typeOf(column) });
}

const numberChanges: Readonly<Record<string, 'onlyWhole' | 'alsoFractions'>> = {
  'double precision to bigint': 'onlyWhole',
  'bigint to double precision': 'alsoFractions',
};

/** A text's type includes its collation: for people to read, or by the bytes of an identifier. */
function typeOf({ type, collation }: TableColumn): PlanParam {
  if (collation === NATURAL) return toSentence('inNaturalOrder', { type }).text;
  return collation === 'C' ? 'reference' : type;
}

function numberAll(table: string, name: string, numbers: string): string[] {
  return [numbers, alterColumn(table, name, 'set not null')];
}

function requireColumn(table: string, { name, fill, numbers }: TableColumn): Step {
  const column = quoteName(name);
  if (numbers !== undefined)
    return columnStep('require', table, name, {
      summary: toSentence('numbersRest', { table, field: name }),
      sql: numberAll(table, name, numbers),
    });
  return columnStep('require', table, name, {
    summary: toSentence('makesRequired', { path: `${table}.${name}` }),
    sql: [alterColumn(table, name, 'set not null')],
    obstacle: {
      count: `select count(*) from ${quoteName(table)} where ${column} is null`,
      where: `${column} is null`,
      filter: { [`${name}_null`]: true },
      summary: toSentence(fill === undefined ? 'lack' : 'lackDespiteDefault', { table }),
    },
  });
}

function releaseColumn(table: string, { name }: TableColumn): Step {
  return columnStep('release', table, name, {
    summary: toSentence('notRequired', { path: `${table}.${name}` }),
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
    summary: toSentence('dropsField', { path: `${table}.${name}` }),
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
    summary: toSentence('removesSearch', { table }),
    sql: [dropColumn(table, name)],
  };
}
