import { toSentence } from '../../../fields/problems/plan-text.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import {
  columnStep,
  type Step,
  type ExistingTables,
  type Table,
  type TableColumn,
} from '../tables/table.ts';
import { wasRenames } from './find-renames.ts';
import { inFields } from './rename-tables.ts';

/**
 * Handles a `was` that was declared after its new name: an empty table of the new name makes room. One with records is
 * refused, because nobody can say which of the two is meant.
 */
export async function vacateTables(
  sql: QueryRunner,
  descriptor: Descriptor,
  currentTables: ExistingTables,
): Promise<{ currentTables: ExistingTables; steps: Step[] }> {
  const steps: Step[] = [];
  const empty = new Set<string>();
  for (const [to, from] of wasRenames(descriptor, currentTables)) {
    if (!currentTables.get(to)?.ours) continue;
    if (await hasRows(sql, quoteName(to))) steps.push(refuseTable(to, from, descriptor));
    else empty.add(to);
  }
  if (empty.size === 0) return { currentTables, steps };
  const left = [...currentTables.values()]
    .filter(({ name }) => !empty.has(name))
    // These foreign keys go with their table.
    .map((table) => ({
      ...table,
      foreignKeys: table.foreignKeys.filter(({ to }) => !empty.has(to)),
    }));
  return {
    currentTables: new Map(left.map((table) => [table.name, table])),
    steps: [...steps, ...[...empty].map(vacate)],
  };
}

function vacate(table: string): Step {
  return {
    id: `vacate:${table}`,
    kind: 'additive',
    table,
    summary: toSentence('dropsEmptyTable', { table }),
    sql: [`drop table ${quoteName(table)} cascade`],
  };
}

function refuseTable(to: string, from: string, { resources }: Descriptor): Step {
  return {
    id: `rename:${to}`,
    kind: 'rewriting',
    table: to,
    // A join table that was left behind under an old name is not required.
    ...(!resources.has(to) && { optional: true }),
    summary: toSentence('renames', { from, to }),
    sql: [],
    obstacle: {
      count: `select count(*) from ${quoteName(to)}`,
      where: 'true',
      ...(resources.has(to) && { filter: {} }),
      summary: toSentence('recordsExist', { table: to }),
    },
  };
}

/** Does the same for fields: the new column takes the values of the old one, which is kept aside. */
export function adoptColumns(
  { resources }: Descriptor,
  declaredTables: readonly Table[],
  existing: ExistingTables,
): Step[] {
  return declaredTables.flatMap((table) => {
    const there = new Map(existing.get(table.name)?.columns.map((one) => [one.name, one]));
    return [...(resources.get(table.name)?.fields.values() ?? [])].flatMap(({ name, was }) => {
      const [to, from] = [there.get(name), there.get(was ?? '')];
      const fill = table.columns.find((column) => column.name === name)?.fill;
      if (!to || !from || to.generated || from.generated) return [];
      return [adoptStep(table.name, from, to, fill)];
    });
  });
}

function adoptStep(table: string, from: TableColumn, to: TableColumn, fill?: string): Step {
  const [old, now] = [quoteName(from.name), quoteName(to.name)];
  const isTaken = `${isFilled(to)}${fill === undefined ? '' : ` and ${now} is distinct from ${fill}`}`;
  const isSame = from.type === to.type && from.collation === to.collation;
  const where = isSame
    ? `${isFilled(from)} and ${isTaken} and ${now} is distinct from ${old}`
    : isFilled(from);
  return columnStep('rename', table, to.name, {
    kind: 'rewriting',
    summary: toSentence('movesValues', { path: `${table}.${from.name}`, to: to.name }),
    sql: isSame
      ? [
          `update ${quoteName(table)} set ${now} = ${old} where ${isFilled(from)} and not (${isTaken})`,
          inFields(table, from.name, to.name),
        ]
      : [],
    undo: [inFields(table, to.name, from.name)],
    aside: { table, column: from.name },
    rows: `select count(*) from ${quoteName(table)} where ${isFilled(from)}`,
    obstacle: {
      count: `select count(*) from ${quoteName(table)} where ${where}`,
      where,
      summary: isSame
        ? toSentence('differentValues', { table, to: to.name })
        : toSentence('otherType', { table, from: from.name, to: to.name }),
    },
  });
}

/** An SQL condition: the value is neither null nor an empty list. */
export function isFilled({ name, type }: TableColumn): string {
  return `${quoteName(name)} ${type.endsWith('[]') ? `<> '{}'` : 'is not null'}`;
}

/** Whether the table has a row, or one that meets the condition. */
export async function hasRows(sql: QueryRunner, table: string, where = 'true'): Promise<boolean> {
  return await sql.some(`select from ${table} where ${where} limit 1`);
}
