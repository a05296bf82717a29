import { type Sentence, toSentence } from '../../../../fields/problems/plan-text.ts';
import { headOf } from '../../../../fields/text/head-of-path.ts';
import { requireEntry, requireValue } from '../../../../fields/require-entry.ts';
import type { PlanStep, Violations } from '../../../../contract/meta.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { numberedFields } from '../../../../fields/type/numbering.ts';
import { quoteName } from '../../../connection/sql.ts';
import type { QueryRunner } from '../../../store.ts';
import type { Step } from '../../tables/table.ts';
import { examineConversion, type Conversion } from '../convert-values.ts';
import { estimateSeconds } from '../build-indexes.ts';
import type { Pending } from './pending-steps.ts';
import { isFilled } from '../adopt.ts';
import { sampleRows, withTitles } from '../sample-rows.ts';
import { readsOf } from '../../../../descriptor/expression/paths.ts';
import { titleFields } from '../../../../descriptor/title.ts';

export type PlanSite = { descriptor: Descriptor; before: Descriptor | undefined; pending: Pending };

/** A step with its consequences for the existing records. */
export async function describeStep(sql: QueryRunner, at: PlanSite, step: Step): Promise<PlanStep> {
  const { id, kind, table, column, summary, optional } = step;
  const rows = await countRows(sql, at, step);
  return {
    id,
    class: kind,
    ...summary,
    resource: table,
    ...(column !== undefined && { field: column }),
    ...(rows !== undefined && { rows }),
    ...(optional && { optional }),
    ...(await describeObstacle(sql, at, step)),
    ...(await describeConversion(sql, at, step)),
    ...(await describeLoss(sql, at, step)),
    ...(step.index && { seconds: await estimateSeconds(sql, step.index.definition, rows ?? 0) }),
    ...describeUses(at, step),
  };
}

async function countRows(sql: QueryRunner, at: PlanSite, step: Step): Promise<number | undefined> {
  const { table, column, kind } = step;
  const { existing, renames } = at.pending;
  if (!existing.has(table)) return undefined;
  const all = `select count(*) from ${quoteName(table)}`;
  const existingColumn = existing.get(table)?.columns.find(({ name }) => name === column);
  // Counts existing values; dropping an empty one loses nothing.
  const filled = existingColumn ? `${all} where ${isFilled(existingColumn)}` : all;
  const changed = kind === 'additive' ? undefined : filled;
  const text = step.rows ?? (step.index ? all : changed);
  return text === undefined ? undefined : await sql.value<number>(renames.inOldNames(text, table));
}

async function describeObstacle(sql: QueryRunner, at: PlanSite, step: Step) {
  const { table, obstacle } = step;
  const { existing, steps } = at.pending;
  const there = existing.get(table);
  if (!obstacle || !there) return {};
  const { count, where, filter, summary } = obstacle;
  // The values that a column gets later, perhaps of another type, decide.
  const isEarly = steps.some(
    (one) => one.table === table && MAKES_VALUES.test(one.id) && where.includes(`"${one.column}"`),
  );
  if (isEarly) return {};
  // Columns that do not exist yet hold nothing to check.
  const columnNames = new Set([...there.columns.map(({ name }) => name), ...existing.keys()]);
  if (where.match(/"[^"]+"/g)?.some((name) => !columnNames.has(name.slice(1, -1)))) return {};
  const violations = await findRows(sql, at, step, { where, counting: count });
  if (!violations) return {};
  return {
    violations: { ...violations, ...(filter && { where: filter }) },
    ...correctionOf(summary),
  };
}

function correctionOf({ sentence, text }: Sentence): Pick<PlanStep, 'correct' | 'correctText'> {
  return { correct: sentence, correctText: text };
}

const MAKES_VALUES = /^(?:convert|compute|replace):/;

/** `counting`: a statement that counts its rows, if another than the usual one does it faster. */
type Condition = { where: string; counting?: string | undefined };

/** Finds the rows of a step's table that meet a condition; undefined when there are none. */
async function findRows(
  sql: QueryRunner,
  { descriptor, pending: { renames } }: PlanSite,
  { table, column }: Step,
  { where, counting = `select count(*) from ${quoteName(table)} where ${where}` }: Condition,
): Promise<Violations | undefined> {
  const count = await sql.value<number>(renames.inOldNames(counting, table));
  const resource = descriptor.resources.get(table);
  if (count === 0) return undefined;
  if (!resource) return { count, sample: [] };
  return { count, sample: await sampleRows(sql, { resource, renames }, where, column) };
}

async function describeConversion(sql: QueryRunner, at: PlanSite, step: Step) {
  const resource = at.descriptor.resources.get(step.table);
  const conversion = conversionOf(at, step.table, step.column);
  if (!conversion || !resource || !step.id.startsWith('convert:')) return {};
  const { table, column } = conversion;
  const { renames } = at.pending;
  const lost = await examineConversion(sql, {
    ...conversion,
    table: renames.oldTable(table),
    column: renames.oldColumn(table, column),
    inNames: (text) => renames.inOldNames(text, table),
  });
  const lostRows = await withTitles(sql, { resource, renames }, { ...lost, ids: [] });
  const { required, default: preset } = conversion.after;
  const isNumbered = numberedFields(resource).some(({ name }) => name === column);
  const isAsked = !step.isInPlace && required && preset === undefined && !isNumbered;
  return {
    ...(lost.count > 0 && { lost: lostRows }),
    ...(isAsked && (await describeEmpty(sql, at, step, lostRows))),
  };
}

/** The records that would have no value in a required field: those that have none, and those whose value is lost. */
async function describeEmpty(sql: QueryRunner, at: PlanSite, step: Step, lost: Violations) {
  const { table, column = '' } = step;
  const there = requireEntry(at.pending.existing, table).columns;
  const filled = isFilled(
    requireValue(
      there.find(({ name }) => name === column),
      column,
    ),
  );
  const empty = await findRows(sql, at, step, { where: `not (${filled})` });
  const count = lost.count + (empty?.count ?? 0);
  if (count === 0) return {};
  return {
    violations: { count, sample: lost.count > 0 ? lost.sample : (empty?.sample ?? []) },
    ...correctionOf(toSentence('wouldLose', { table })),
  };
}

/** The written values of fields that will be computed, and those that a step says it loses. */
async function describeLoss(sql: QueryRunner, at: PlanSite, step: Step) {
  const { id, table, column, loses } = step;
  if (!at.descriptor.resources.has(table) || column === undefined) return {};
  const where = id.startsWith('replace:') ? `${quoteName(column)} is not null` : loses;
  const lost = where === undefined ? undefined : await findRows(sql, at, step, { where });
  return lost ? { lost } : {};
}

/** The conversion of a column; undefined when no step converts it. */
export function conversionOf(at: PlanSite, table: string, column = ''): Conversion | undefined {
  const after = at.descriptor.resources.get(table)?.fields.get(column);
  const isConverted = at.pending.steps.some(({ id }) => id === `convert:${table}.${column}`);
  if (!isConverted || !after) return undefined;
  const before = fieldBefore(at, table, column);
  return {
    table,
    column,
    before,
    after,
    descriptor: at.descriptor,
    from: targetBefore(at, before),
  };
}

/** The collection that a field referred to, under its current name. One that is no longer declared is still there. */
function targetBefore(
  { descriptor, before, pending }: PlanSite,
  field: Field | undefined,
): Resource | undefined {
  const relation = field?.kind.relation?.(field.settings);
  if (!relation || relation.many) return undefined;
  const { oldTable } = pending.renames;
  const now = [...descriptor.resources.values()].find(({ name }) => oldTable(name) === relation.to);
  return now ?? before?.resources.get(relation.to);
}

/** The field as the former descriptor declared it. */
export function fieldBefore({ before, pending }: PlanSite, table: string, field: string) {
  const { oldTable, oldColumn } = pending.renames;
  return before?.resources.get(oldTable(table))?.fields.get(oldColumn(table, field));
}

function describeUses({ before }: PlanSite, step: Step): Pick<PlanStep, 'usedBy'> {
  if (step.kind !== 'destructive') return {};
  const resource = before?.resources.get(step.table);
  const usedBy =
    before && resource && step.column !== undefined ? usesOf(before, resource, step.column) : [];
  return usedBy.length > 0 ? { usedBy } : {};
}

/** What the descriptor uses one of a resource's fields for, in words. */
function usesOf({ resources }: Descriptor, resource: Resource, field: string): string[] {
  const { list, form, importKey, publicFields, publicForm, fields, indexes, duplicates } = resource;
  const declared = fields.get(field);
  const uses: [boolean, string][] = [
    [list.columns.includes(field), 'list column'],
    [list.filters.includes(field), 'list filter'],
    [sortKeys(list.sort).includes(field), 'list order'],
    [indexes.flat().includes(field), 'index'],
    [form.some((tab) => tab.fields.includes(field)), 'form'],
    [titleFields(resource).includes(field), 'title'],
    [importKey.includes(field), 'import key'],
    [resource.order === field, 'order'],
    [publicFields.includes(field), 'public fields'],
    [publicForm?.fields.includes(field) === true, 'public form'],
    [duplicates.some((rule) => rule.field === field), 'duplicate search'],
    [declared?.search === true, 'search'],
    [declared?.read !== undefined || declared?.write !== undefined, 'permissions'],
  ];
  const computed = [...resources.values()].flatMap((other) =>
    [...other.fields.values()]
      .filter(({ computed: text = '' }) =>
        readsOf(resources, other, text)?.some(
          (read) => read.resource.name === resource.name && headOf(read.path) === field,
        ),
      )
      .map(({ name }) => `${other === resource ? '' : `${other.name}.`}${name}, which is computed`),
  );
  return [...uses.flatMap(([isUsed, name]) => (isUsed ? [name] : [])), ...computed];
}

function sortKeys(sort: string): string[] {
  return sort.split(',').map((key) => key.replace(/^-/, ''));
}
