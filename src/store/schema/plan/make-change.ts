import { countNoun } from '../../../fields/problems/count-noun.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Step } from '../tables/table.ts';
import { columnDefinition } from '../tables/table-sql.ts';
import { toTables } from '../tables/to-tables.ts';
import { convertValues } from './convert-values.ts';
import { conversionOf, type PlanSite } from './steps/describe-step.ts';
import { copyColumn, retireColumn, retirePart, retireTable, type Undo } from './retire.ts';

/** Carries out one step of a plan and records how to undo it. Returns the obstacle, if there is one. */
export async function makeChange(
  sql: QueryRunner,
  at: PlanSite,
  step: Step,
  { mark, undo }: { mark: string; undo: Undo[] },
): Promise<string | undefined> {
  if (step.kind === 'destructive') {
    undo.push(await drop(sql, step, mark));
    return undefined;
  }
  // Keeps the written values whole, like those of a converted column.
  if (step.id.startsWith('replace:')) undo.push(await drop(sql, step, mark));
  for (const statement of step.sql) await sql.query(statement);
  if (step.undo) undo.push({ how: 'sql', sql: step.undo });
  if (step.names) undo.push({ how: 'names', names: step.names });
  if (step.aside) undo.push(await drop(sql, step.aside, mark));
  return step.id.startsWith('convert:') ? convert(sql, at, step, { mark, undo }) : undefined;
}

async function drop(
  sql: QueryRunner,
  { table, column, part }: Pick<Step, 'table' | 'column' | 'part'>,
  mark: string,
): Promise<Undo> {
  if (column === undefined)
    return { how: 'table', table, kept: await retireTable(sql, table, mark) };
  if (part !== undefined) return retirePart(sql, { table, column, part, mark });
  const kept = await retireColumn(sql, { table, column, mark });
  return { how: 'column', table, column, kept, isConverted: false };
}

/** The old column is kept whole, including values that did not convert. */
async function convert(
  sql: QueryRunner,
  at: PlanSite,
  step: Step,
  { mark, undo }: { mark: string; undo: Undo[] },
): Promise<string | undefined> {
  const conversion = conversionOf(at, step.table, step.column);
  const layout = toTables(at.descriptor).find(({ name }) => name === step.table);
  const definition = layout?.columns.find(({ name }) => name === step.column);
  if (!conversion || !definition) throw new Error(`${step.id} converts nothing`);
  const { table, column } = conversion;
  if (step.isInPlace) {
    // Other columns may be computed from this one, so it stays.
    const copy = await copyColumn(sql, { table, column, mark });
    undo.push({ how: 'column', table, column, kept: copy, isConverted: true });
    await convertValues(sql, { ...conversion, column: copy }, column);
    return undefined;
  }
  const kept = await retireColumn(sql, { table, column, mark });
  undo.push({ how: 'column', table, column, kept, isConverted: true });
  const isAsked = definition.required && definition.default === undefined;
  const add = columnDefinition({ ...definition, ...(isAsked && { required: false }) });
  await sql.query(`alter table ${quoteName(table)} add column ${add}`);
  await convertValues(sql, { ...conversion, column: kept }, column);
  if (!isAsked) return undefined;
  if (definition.numbers !== undefined) await sql.query(definition.numbers);
  const empty = await sql.value<number>(
    `select count(*) from ${quoteName(table)} where ${quoteName(column)} is null`,
  );
  if (empty > 0)
    return `the field is required, but ${countNoun(empty, 'record')} of ${table} would have no value`;
  await sql.query(`alter table ${quoteName(table)} alter column ${quoteName(column)} set not null`);
  return undefined;
}
