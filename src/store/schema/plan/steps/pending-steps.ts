import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../../store.ts';
import { isSearchColumn } from '../../search-words.ts';
import { compareTables } from '../../tables/compare-tables.ts';
import { compareExclusions } from '../../tables/exclusions.ts';
import { readTables } from '../../tables/read-tables.ts';
import type { Step, ExistingTables, Table, TableColumn, TableIndex } from '../../tables/table.ts';
import { dropIndex } from '../../tables/table-sql.ts';
import { toTables } from '../../tables/to-tables.ts';
import { choiceSteps, partSteps } from './value-steps.ts';
import { findRenames, type Renames } from '../find-renames.ts';
import { contentSteps } from './content-steps.ts';
import { linkSteps } from './link-steps.ts';
import { roleSteps } from '../../names/stored-roles.ts';
import { nameSteps } from './name-steps.ts';
import { dropTriggers, maintainedSteps } from './maintained-steps.ts';
import { renameTables } from '../rename-tables.ts';
import { adoptColumns, vacateTables } from '../adopt.ts';

export type Pending = {
  /** The steps, in an order in which they can be carried out. */
  steps: readonly Step[];
  renames: Renames;
  /** The tables as they are, under their new names. */
  existing: ExistingTables;
  /** The tables as they are, under their current names. */
  currentTables: ExistingTables;
};

/** Every difference between the database and the descriptor: renames first, because all other steps use the new names. */
export async function pendingSteps(
  sql: QueryRunner,
  descriptor: Descriptor,
  /** The descriptor whose values the tables have. */
  before: Descriptor | undefined,
): Promise<Pending> {
  const declaredTables = toTables(descriptor);
  const currentTables = await readTables(sql);
  const vacated = await vacateTables(sql, descriptor, currentTables);
  const renames = findRenames(descriptor, vacated.currentTables);
  const { existing, steps: renaming } = renameTables(
    declaredTables,
    vacated.currentTables,
    renames,
  );
  const moved = adoptColumns(descriptor, declaredTables, existing);
  const links = await linkSteps(sql, descriptor, existing, renames);
  const converted = contentSteps(descriptor, before, existing, renames);
  const compared = compareTables(
    declaredTables,
    withoutConverted(declaredTables, existing, converted),
  ).filter((step) => ![...moved, ...links].some(({ aside }) => dropsIt(step, aside)));
  const changes = [
    ...moved,
    ...converted.map((step) => releaseIndexes(step, existing)),
    ...compared.map((step) => (step.kind === 'rewriting' ? releaseIndexes(step, existing) : step)),
    ...links,
    ...(await partSteps(sql, declaredTables, existing, renames)),
    ...(await choiceSteps(sql, descriptor, existing, renames)),
    ...maintainedSteps(descriptor, declaredTables, existing),
  ];
  const exclusions = compareExclusions(declaredTables, existing, [...renaming, ...changes]);
  const steps = [
    ...dropTriggers(declaredTables, currentTables),
    ...vacated.steps,
    ...renaming,
    ...exclusions.released,
    ...changes,
    ...exclusions.added,
    ...(await nameSteps(sql, descriptor, withAdopted(renames, moved))),
    ...(await roleSteps(sql, descriptor)),
  ];
  return { steps, renames, existing, currentTables };
}

/** The renames, and those whose new column was there already. */
function withAdopted(renames: Renames, moved: readonly Step[]): Renames {
  const from = (table: string, column: string): string | undefined =>
    moved.find((step) => step.table === table && step.column === column)?.aside?.column;
  return {
    ...renames,
    oldColumn: (table, column) => from(table, column) ?? renames.oldColumn(table, column),
  };
}

/** Another step keeps the column or table, so it is not dropped as well. */
function dropsIt({ id }: Step, aside: Step['aside']): boolean {
  return aside !== undefined && id === `drop:${[aside.table, aside.column ?? []].flat().join('.')}`;
}

/** A column that is created again has no index yet. */
function withoutConverted(
  declaredTables: readonly Table[],
  existing: ExistingTables,
  steps: readonly Step[],
): ExistingTables {
  const left = new Map(existing);
  for (const table of declaredTables) {
    const there = existing.get(table.name);
    if (!there) continue;
    const converted = table.columns.filter((column) => {
      const before = there.columns.find(({ name }) => name === column.name);
      const isConverted = steps.some(
        (step) => step.table === table.name && step.column === column.name,
      );
      return before && (isConverted || isMadeAnew(column, before));
    });
    const indexes = there.indexes.filter(
      (index) => !converted.some(({ name }) => isOn(index, name)),
    );
    left.set(table.name, { ...there, indexes });
  }
  return left;
}

function isMadeAnew(column: TableColumn, before: TableColumn): boolean {
  const isComputedOtherwise = column.generated !== before.generated && !isSearchColumn(column.name);
  return (
    before.type !== column.type || before.collation !== column.collation || isComputedOtherwise
  );
}

function releaseIndexes(step: Step, existing: ExistingTables): Step {
  const { table, column } = step;
  const indexes = existing.get(table)?.indexes ?? [];
  const released = indexes.filter((index) => column !== undefined && isOn(index, column));
  // A conversion has no statement; it converts value by value.
  const sql = step.id.startsWith('convert:') ? [] : step.sql;
  return { ...step, sql: [...released.map(dropIndex), ...sql] };
}

function isOn({ definition }: TableIndex, column: string): boolean {
  return definition.includes(`"${column}"`);
}
