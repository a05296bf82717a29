import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import type { RenamedChoice } from '../../../../fields/type/field-type.ts';
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
  choices: readonly (RenamedChoice & { field: Field })[],
  { oldTable, oldColumn }: Renames,
): Promise<readonly boolean[]> {
  if (choices.length === 0) return [];
  // A table may be there before our own ones are.
  if (!(await sql.value<boolean>(`select to_regclass('backoffice.history') is not null`)))
    return [];
  const has = choices.map(
    ({ field, part, from }) =>
      `bool_or(${hasInHistory(pathTo(oldColumn(table, field.name), part), from)})`,
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

function renameChoice(
  { name: table }: Resource,
  field: Field,
  { from, to, part }: RenamedChoice,
): Step & { rows: string } {
  const { has, replaced } = inColumn(field, part);
  const path = [field.name, ...(part === undefined ? [] : [part])].join('.');
  const rename = (one: string | number, other: string | number): string[] => [
    `update ${quoteName(table)} set ${quoteName(field.name)} = ${replaced(one, other)} where ${has(one)}`,
    inHistory(table, pathTo(field.name, part), one, other),
  ];
  const step = columnStep('rename', table, `${path}.${to}`, {
    kind: 'rewriting',
    column: field.name,
    summary: toSentence('renamesChoice', {
      from: String(from),
      path: `${table}.${path}`,
      to: String(to),
    }),
    sql: rename(from, to),
    undo: rename(to, from),
  });
  return { ...step, rows: `select count(*) from ${quoteName(table)} where ${has(from)}` };
}

/** Whether a column has a choice: as its value, as a member of its list, or as a part of its object. */
function inColumn({ name, kind, settings }: Field, part: string | undefined) {
  const { sql, many = false } = kind.column(settings);
  const column = quoteName(name);
  const literal = (value: string | number): string =>
    part === undefined ? `${quoteText(String(value))}::${sqlTypes[sql].name}` : json(value);
  if (part !== undefined)
    return {
      has: (value: string | number) => `${column} -> ${quoteText(part)} = ${literal(value)}`,
      replaced: (_: string | number, to: string | number) =>
        `jsonb_set(${column}, array[${quoteText(part)}], ${literal(to)})`,
    };
  return {
    has: (value: string | number) =>
      many ? `${column} @> array[${literal(value)}]` : `${column} = ${literal(value)}`,
    replaced: (from: string | number, to: string | number) =>
      many ? `array_replace(${column}, ${literal(from)}, ${literal(to)})` : literal(to),
  };
}

/** Where a value is in a change of the history. */
function pathTo(column: string, part: string | undefined): string {
  return `array[${[column, ...(part === undefined ? [] : [part])].map(quoteText).join()}]`;
}

/** Replaces the value itself, or a member of a list. */
function inHistory(table: string, path: string, from: unknown, to: unknown): string {
  const side = (of: string): string =>
    `${of} = case when ${of} #> ${path} = ${json(from)} then jsonb_set(${of}, ${path}, ${json(to)})
      when jsonb_typeof(${of} #> ${path}) = 'array' then jsonb_set(${of}, ${path}, (
        select coalesce(jsonb_agg(case when m = ${json(from)} then ${json(to)} else m end order by n), '[]')
        from jsonb_array_elements(${of} #> ${path}) with ordinality as members(m, n)))
      else ${of} end`;
  return `update backoffice.history set ${side('before')}, ${side('after')}
    where resource = ${quoteText(table)} and (${hasInHistory(path, from)})`;
}

/** Whether a change has the value, or it as a member of a list, before or after. */
function hasInHistory(path: string, value: unknown): string {
  return ['before', 'after'].map((side) => `${side} #> ${path} @> ${json(value)}`).join(' or ');
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
