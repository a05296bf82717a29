import { toSentence } from '../../../fields/problems/plan-text.ts';
import { quoteName } from '../../connection/sql.ts';
import { compareColumns } from './compare-columns.ts';
import { compareForeignKeys, compareIndexes, releaseForeignKeys } from './compare-indexes.ts';
import type { Step, ExistingTable, ExistingTables, Table } from './table.ts';
import { createTable } from './table-sql.ts';

/**
 * The steps from the existing tables to the wanted ones, in an order in which they can be carried out: tables,
 * columns, indexes, and foreign keys once all tables exist.
 */
export function compareTables(declaredTables: readonly Table[], existing: ExistingTables): Step[] {
  const foreign = declaredTables.filter(({ name }) => existing.get(name)?.ours === false);
  if (foreign.length > 0) return foreign.map(refuseForeign);
  const each = (compare: (table: Table, there: ExistingTable) => Step[]) =>
    declaredTables.flatMap((table) =>
      compare(table, existing.get(table.name) ?? emptyTable(table)),
    );
  return [
    ...declaredTables.filter(({ name }) => !existing.has(name)).map(addTable),
    ...each(compareColumns),
    ...each(compareIndexes),
    ...each(compareForeignKeys),
    ...leftOver(declaredTables, existing),
  ];
}

function addTable(table: Table): Step {
  const { name } = table;
  return {
    id: `add:${name}`,
    kind: 'additive',
    table: name,
    summary: toSentence('addsTable', { table: name }),
    sql: createTable(table),
  };
}

/** A table right after its creation: only indexes and foreign keys are missing. */
function emptyTable(table: Table): ExistingTable {
  return { ...table, ours: true, indexes: [], foreignKeys: [], triggers: [], exclusions: [] };
}

function refuseForeign({ name }: Table): Step {
  return {
    id: `foreign:${name}`,
    kind: 'destructive',
    table: name,
    summary: toSentence('foreignTable', { table: name }),
    sql: [],
  };
}

function leftOver(declaredTables: readonly Table[], existing: ExistingTables): Step[] {
  const names = new Set(declaredTables.map(({ name }) => name));
  return [...existing.values()]
    .filter(({ name, ours }) => ours && !names.has(name))
    .flatMap((table) => [...releaseForeignKeys(table), dropTable(table)]);
}

function dropTable({ name }: ExistingTable): Step {
  return {
    id: `drop:${name}`,
    kind: 'destructive',
    table: name,
    optional: true,
    summary: toSentence('dropsTable', { table: name }),
    sql: [`drop table ${quoteName(name)} cascade`],
  };
}
