import type { Descriptor } from '../../descriptor/descriptor.ts';
import { quoteName, quoteText } from '../connection/sql.ts';
import { pendingSteps } from '../schema/plan/steps/pending-steps.ts';
import { makeSteps, prepareTables } from '../schema/tables/make-steps.ts';
import { COMMENT_PREFIX, readTables } from '../schema/tables/read-tables.ts';
import type { Step } from '../schema/tables/table.ts';
import type { QueryRunner } from '../store.ts';
import {
  savedColumns,
  type ArchivedColumn,
  type ArchivedSequence,
  type TableLayout,
} from './archive.ts';
import { readLayouts } from './read-layout.ts';

/** Constraints and triggers that are added after the rows. */
export type Rebuilt = { finish(): Promise<void> };

/**
 * Makes the tables of a backup, empty, as this version of the product has them, in place of those that are there. What
 * checks, counts or derives rows sleeps until `finish`, because the rows come in any order and have everything already.
 */
export async function rebuildTables(
  transaction: QueryRunner,
  descriptor: Descriptor,
  layouts: readonly TableLayout[],
): Promise<Rebuilt> {
  await dropTables(transaction);
  await prepareTables(transaction);
  const { steps, existing } = await pendingSteps(transaction, descriptor, descriptor);
  const [indexes, others] = splitByIndex(steps);
  await makeSteps(transaction, others, existing);
  await addUndeclared(transaction, layouts);
  const wake = await sleepChecks(transaction, layouts);
  return {
    async finish() {
      await wake();
      await makeSteps(transaction, indexes, existing);
    },
  };
}

/** An index is built faster when the rows are there. */
function splitByIndex(steps: readonly Step[]): [Step[], Step[]] {
  const isLater = ({ index }: Step) => index !== undefined && !index.unique;
  return [steps.filter(isLater), steps.filter((step) => !isLater(step))];
}

async function dropTables(transaction: QueryRunner): Promise<void> {
  for (const [name, { ours }] of await readTables(transaction))
    if (ours) await transaction.query(`drop table ${quoteName(name)} cascade`);
  await transaction.query('drop schema if exists backoffice, backoffice_trash cascade');
}

/** Tables and columns that are no longer declared, but can come back. */
async function addUndeclared(
  transaction: QueryRunner,
  layouts: readonly TableLayout[],
): Promise<void> {
  const there = new Map((await readLayouts(transaction)).map((layout) => [toName(layout), layout]));
  for (const layout of layouts) {
    const existing = there.get(toName(layout));
    if (!existing) {
      for (const statement of createTable(layout)) await transaction.query(statement);
      continue;
    }
    const columnNames = new Set(existing.columns.map(({ name }) => name));
    for (const column of layout.columns)
      if (!columnNames.has(column.name))
        await transaction.query(`alter table ${toName(layout)} add column ${toDefinition(column)}`);
  }
}

function createTable(layout: TableLayout): string[] {
  const { columns, primaryKey, comment } = layout;
  const key = primaryKey.map(quoteName).join(', ');
  const parts = [...columns.map(toDefinition), ...(key === '' ? [] : [`primary key (${key})`])];
  const ours = comment?.startsWith(COMMENT_PREFIX) ? comment : undefined;
  return [
    `create table ${toName(layout)} (${parts.join(', ')})`,
    ...(ours ? [`comment on table ${toName(layout)} is ${quoteText(ours)}`] : []),
  ];
}

function toDefinition(column: ArchivedColumn): string {
  const { name, type, collation, required, default: initial, generated } = column;
  return [
    quoteName(name),
    type,
    ...(collation === null ? [] : [`collate ${quoteName(collation)}`]),
    ...(required ? ['not null'] : []),
    ...(generated === null ? [] : [`generated always as (${generated}) stored`]),
    ...(initial === null || initial.startsWith('nextval(') ? [] : [`default ${initial}`]),
  ].join(' ');
}

export function toName({ schema, name }: Pick<TableLayout, 'schema' | 'name'>): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** A table with the columns that a backup has, for `copy`. */
export function toCopied(layout: TableLayout): string {
  return `${toName(layout)} (${savedColumns(layout).map(quoteName).join(', ')})`;
}

/**
 * Removes the foreign keys and turns off the triggers, which the owner of the tables may do. Columns that this version
 * requires, and that the backup does not have, are no obstacle: they have a default.
 */
async function sleepChecks(
  transaction: QueryRunner,
  layouts: readonly TableLayout[],
): Promise<() => Promise<void>> {
  const keys = await transaction.rows<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and n.nspname in ('public', 'backoffice', 'backoffice_trash')`,
  );
  const tables = layouts.map(toName);
  for (const { table, name } of keys)
    await transaction.query(`alter table ${table} drop constraint ${quoteName(name)}`);
  for (const table of tables) await transaction.query(`alter table ${table} disable trigger user`);
  // The steps before may have written rows of their own.
  for (const table of tables) await transaction.query(`truncate ${table}`);
  return async () => {
    for (const table of tables) await transaction.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of keys)
      await transaction.query(
        `alter table ${table} add constraint ${quoteName(name)} ${definition}`,
      );
  };
}

/** Lets the sequences continue where they stood. */
export async function setSequences(
  transaction: QueryRunner,
  sequences: readonly ArchivedSequence[],
): Promise<void> {
  for (const sequence of sequences) {
    const { type, start, least, most, step, last } = sequence;
    const name = toName(sequence);
    await transaction.query(
      `create sequence if not exists ${name} as ${type} increment by ${step} minvalue ${least} maxvalue ${most} start ${start}`,
    );
    if (last !== null) await transaction.query('select setval($1, $2::bigint)', [name, last]);
  }
}
