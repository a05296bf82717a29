import { requireLast, requireValue } from '../../../fields/require-entry.ts';
import { type PlanParam, type Sentence, toSentence } from '../../../fields/problems/plan-text.ts';
import type { PlanStep } from '../../../contract/meta.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { systemColumns } from '../../sql-types.ts';
import type { Table, TableColumn, Step } from '../tables/table.ts';
import { toTables } from '../tables/to-tables.ts';
import { hasRows, isFilled } from './adopt.ts';
import { describeStep, type PlanSite } from './steps/describe-step.ts';

/**
 * Adds to steps that drop values what may be the same under another name: a rename without `was` looks just like one
 * field that goes and one that comes.
 */
export async function markLikelyRenames(
  sql: QueryRunner,
  at: PlanSite,
  steps: readonly PlanStep[],
): Promise<PlanStep[]> {
  const declaredTables = toTables(at.descriptor);
  const marked: PlanStep[] = [];
  for (const step of steps) {
    const isGoing = step.class === 'destructive' && step.optional === true && step.rows !== 0;
    const likely = isGoing ? await likelyNames(sql, at, declaredTables, step) : [];
    marked.push(likely.length > 0 ? { ...step, likely } : step);
  }
  return marked;
}

async function likelyNames(
  sql: QueryRunner,
  at: PlanSite,
  declaredTables: readonly Table[],
  { resource: table, field }: PlanStep,
): Promise<NonNullable<PlanStep['likely']>> {
  const { existing } = at.pending;
  const gone = existing.get(table);
  if (!gone) return [];
  const asFields = (now: Table | undefined) => {
    const column = requireValue(
      gone.columns.find(({ name }) => name === field),
      field ?? table,
    );
    return (now?.columns ?? [])
      .filter((one) => mayBe(at, table, column, one))
      .map((one) => ({
        name: `${table}.${one.name}`,
        table,
        column: gone.columns.find(({ name }) => name === one.name),
        isNew: !gone.columns.some(({ name }) => name === one.name),
      }));
  };
  const asTable = (one: Table) => {
    const name = fieldOf(at.descriptor, one);
    const there = existing.get(one.name);
    if (wasOf(at, one.name) !== undefined || !isAlike(gone, one)) return [];
    if (name === undefined || there?.ours === false) return [];
    return [{ name, table: one.name, column: undefined, isNew: !there }];
  };
  const candidates =
    field === undefined
      ? declaredTables.flatMap(asTable)
      : asFields(declaredTables.find(({ name }) => name === table));
  const likely: { name: string; isNew: boolean }[] = [];
  for (const { name, isNew, ...of } of candidates)
    if (isNew || (await isEmpty(sql, at, of.table, of.column))) likely.push({ name, isNew });
  return likely;
}

/** Whether a column has the same type, and declares no former name. */
function mayBe(
  { descriptor, before }: PlanSite,
  table: string,
  gone: TableColumn,
  column: TableColumn,
): boolean {
  const field = descriptor.resources.get(table)?.fields.get(column.name);
  const type = before?.resources.get(table)?.fields.get(gone.name)?.type;
  return (
    field !== undefined &&
    field.was === undefined &&
    field.computed === undefined &&
    (type === undefined || type === field.type) &&
    column.type === gone.type &&
    column.collation === gone.collation
  );
}

/** Whether both are join tables of the same two resources, or tables that share half of their columns. */
function isAlike(gone: Table, one: Table): boolean {
  const isJoin = (table: Table): boolean => table.primaryKey.length > 1;
  if (isJoin(gone) !== isJoin(one)) return false;
  if (isJoin(one)) return gone.name.split('__')[0] === one.name.split('__')[0];
  const own = ({ columns }: Table) => columns.filter(({ name }) => !(name in systemColumns));
  const same = own(one).filter((column) =>
    own(gone).some(({ name, type }) => name === column.name && type === column.type),
  );
  return same.length > 0 && same.length * 2 >= Math.max(own(gone).length, own(one).length);
}

/** The declared path of a table: a resource, or the field of a join table. */
function fieldOf({ resources }: Descriptor, { name }: Table): string | undefined {
  if (resources.has(name)) return name;
  const [resource = '', field = ''] = name.split('__');
  const declared = resources.get(resource)?.fields.get(field);
  return declared && declared.was === undefined ? `${resource}.${field}` : undefined;
}

function wasOf({ descriptor: { source } }: PlanSite, name: string): unknown {
  return source['resources']?.[name]?.was;
}

async function isEmpty(
  sql: QueryRunner,
  { pending: { renames } }: PlanSite,
  table: string,
  column?: TableColumn,
): Promise<boolean> {
  const where = column && renames.inOldNames(isFilled(column), table);
  return !(await hasRows(sql, renames.inOldNames(quoteName(table), table), where));
}

/** The steps that are not carried out, each with how much existing data no screen will show. */
export async function describeSkipped(sql: QueryRunner, at: PlanSite, steps: readonly Step[]) {
  const described: PlanStep[] = [];
  for (const step of steps) described.push(await describeStep(sql, at, step));
  return (await markLikelyRenames(sql, at, described)).map((step) => droppedText(step).sentence);
}

export function droppedText(step: PlanStep): Sentence {
  const { id, class: kind, field, rows } = step;
  if (kind !== 'destructive' || rows === undefined || !id.startsWith('drop:')) return step;
  const { path } = droppedBy(step);
  if (rows === 0) return toSentence('leftEmpty', { path });
  const key = field === undefined ? 'leftRecords' : 'leftValues';
  const left = toSentence(key, { path, count: rows });
  return step.likely
    ? toSentence('leftLikely', { left: left.text, likely: likelyText(step).text })
    : left;
}

/** How to bring the values back if it is a rename. */
export function likelyText(step: PlanStep): Sentence {
  const names = (step.likely ?? []).map(({ name }): PlanParam => name);
  const oneOf = names.reduce((one, other) => toSentence('or', { one, other }).text);
  return toSentence('likely', { names: oneOf, name: droppedBy(step).name });
}

/** The path of what a step drops, and the name for a `was`. */
function droppedBy({ id }: PlanStep): { path: string; name: string } {
  const path = id.slice('drop:'.length);
  return { path, name: requireLast(path.split(/\.|__/)) };
}
