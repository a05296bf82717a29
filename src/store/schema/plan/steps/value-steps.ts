import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { quoteName, quoteText } from '../../../connection/sql.ts';
import { columnType, sqlTypes } from '../../../sql-types.ts';
import {
  columnStep,
  type Step,
  type ExistingTable,
  type ExistingTables,
  type Table,
} from '../../tables/table.ts';
import type { QueryRunner } from '../../../store.ts';
import type { Renames } from '../find-renames.ts';

/**
 * Renames choices in the records and in their history, as long as one of them has the old name. If only the history has
 * it, no record changes, so the next start does it.
 */
export async function choiceSteps(
  sql: QueryRunner,
  descriptor: Descriptor,
  existing: ExistingTables,
  renames: Renames,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const resource of descriptor.resources.values()) {
    const choices = [...resource.fields.values()]
      .filter((field) => hasColumn(existing.get(resource.name), field))
      .flatMap((field) =>
        (field.kind.renamed?.(field.settings) ?? []).map((names) => ({ field, ...names })),
      );
    const past = await areInHistory(sql, resource, choices, renames);
    for (const [at, names] of choices.entries()) {
      const step = renameChoice(resource, names.field, names);
      const { rows, ...rest } = step;
      if ((await sql.value<number>(renames.inOldNames(rows, resource.name))) > 0) steps.push(step);
      else if (past[at])
        steps.push({
          ...rest,
          kind: 'additive',
          summary: toSentence('inHistory', { step: step.summary.text }),
        });
    }
  }
  return steps;
}

/** Whether the history has each of these choices; reads the history of a collection once for all of them. */
async function areInHistory(
  sql: QueryRunner,
  { name: table }: Resource,
  choices: readonly { field: Field; from: string | number }[],
  { oldTable, oldColumn }: Renames,
): Promise<readonly boolean[]> {
  if (choices.length === 0) return [];
  // A table may be there before our own ones are.
  if (!(await sql.value<boolean>(`select to_regclass('backoffice.history') is not null`)))
    return [];
  const has = choices.map(
    ({ field, from }) => `bool_or(${hasInHistory(oldColumn(table, field.name), from)})`,
  );
  return await sql.value<boolean[]>(
    `select array[${has.join()}] from backoffice.history where resource = ${quoteText(oldTable(table))}`,
  );
}

/** Whether the column already has the wanted type; a conversion renames its values itself. */
function hasColumn(table: ExistingTable | undefined, { name, kind, settings }: Field): boolean {
  const type = columnType(kind.column(settings));
  return table?.columns.some((column) => column.name === name && column.type === type) === true;
}

type Names = { from: string | number; to: string | number };

function renameChoice(
  { name: table }: Resource,
  field: Field,
  { from, to }: Names,
): Step & { rows: string } {
  const { sql, many = false } = field.kind.column(field.settings);
  const column = quoteName(field.name);
  const literal = (value: string | number): string =>
    `${quoteText(String(value))}::${sqlTypes[sql].name}`;
  const has = (value: string | number): string =>
    many ? `${column} @> array[${literal(value)}]` : `${column} = ${literal(value)}`;
  const rename = (one: string | number, other: string | number): string[] => [
    many
      ? `update ${quoteName(table)} set ${column} = array_replace(${column}, ${literal(one)}, ${literal(other)}) where ${has(one)}`
      : `update ${quoteName(table)} set ${column} = ${literal(other)} where ${has(one)}`,
    inHistory(table, field.name, one, other),
  ];
  const step = columnStep('rename', table, `${field.name}.${to}`, {
    kind: 'rewriting',
    column: field.name,
    summary: toSentence('renamesChoice', {
      from: String(from),
      path: `${table}.${field.name}`,
      to: String(to),
    }),
    sql: rename(from, to),
    undo: rename(to, from),
  });
  return { ...step, rows: `select count(*) from ${quoteName(table)} where ${has(from)}` };
}

/** Replaces the value itself, or a member of a list. */
function inHistory(table: string, field: string, from: unknown, to: unknown): string {
  const name = quoteText(field);
  const side = (of: string): string =>
    `${of} = case when ${of} -> ${name} = ${json(from)} then jsonb_set(${of}, array[${name}], ${json(to)})
      when jsonb_typeof(${of} -> ${name}) = 'array' then jsonb_set(${of}, array[${name}], (
        select coalesce(jsonb_agg(case when m = ${json(from)} then ${json(to)} else m end order by n), '[]')
        from jsonb_array_elements(${of} -> ${name}) with ordinality as members(m, n)))
      else ${of} end`;
  return `update backoffice.history set ${side('before')}, ${side('after')}
    where resource = ${quoteText(table)} and (${hasInHistory(field, from)})`;
}

/** Whether a change has the value of a field, or a member of its list, before or after. */
function hasInHistory(field: string, value: unknown): string {
  return ['before', 'after']
    .map((side) => `${side} -> ${quoteText(field)} @> ${json(value)}`)
    .join(' or ');
}

function json(value: unknown): string {
  return `${quoteText(JSON.stringify(value))}::jsonb`;
}

/** Finds parts of objects that records have but no declaration names. They stay in the value until they are dropped. */
export async function partSteps(
  sql: QueryRunner,
  declaredTables: readonly Table[],
  existing: ExistingTables,
  { inOldNames }: Renames,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { name: table, columns } of declaredTables)
    for (const { name, type, parts } of columns) {
      const there = existing.get(table)?.columns.find((column) => column.name === name);
      if (!parts || there?.type !== type) continue;
      const rows = await sql.rows<{ part: string }>(
        inOldNames(
          `select distinct jsonb_object_keys(${quoteName(name)}) as part from ${quoteName(table)}
           where jsonb_typeof(${quoteName(name)}) = 'object' order by 1`,
          table,
        ),
      );
      for (const { part } of rows)
        if (!parts.includes(part)) steps.push(dropPart(table, name, part));
    }
  return steps;
}

function dropPart(table: string, column: string, part: string): Step {
  const value = `${quoteName(column)} -> ${quoteText(part)}`;
  return columnStep('drop', table, `${column}.${part}`, {
    kind: 'destructive',
    column,
    part,
    optional: true,
    summary: toSentence('dropsPart', { part, path: `${table}.${column}` }),
    sql: [],
    rows: `select count(*) from ${quoteName(table)} where coalesce(${value}, 'null') <> 'null'`,
  });
}
