import { requireEntry, requireValue } from '../../../fields/require-entry.ts';
import type { DescriptorText } from '../../../contract/structure/texts.ts';
import type { PlanText } from '../../../fields/problems/plan-text.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toDescriptor } from '../../../descriptor/read/to-descriptor.ts';
import type { Database } from '../../connection/database.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { moveNames } from '../names/move-names.ts';
import { createRenaming, inverseOf, linksOf } from '../../../descriptor/names/renaming.ts';
import { type Origin, saveApplied, readApplied } from '../tables/applied-descriptor.ts';
import { changeTables } from './change-tables.ts';
import type { ExistingTables, Step } from '../tables/table.ts';
import { hasRows } from './adopt.ts';
import { makeSteps, prepareTables } from '../tables/make-steps.ts';
import { type BrowserChange, forgetTotals, rollBackForReasons } from './apply-plan.ts';
import { convertValues } from './convert-values.ts';
import {
  dropIndexes,
  restoreTable,
  retireColumn,
  retireTable,
  KEPT_DAYS,
  type Undo,
} from './retire.ts';
import { pendingSteps } from './steps/pending-steps.ts';
import { statement } from '../../connection/statement.ts';

type UndoOutcome =
  | ({ undone: string[]; hash: string } & Pick<Noted, 'texts' | 'files'>)
  | { refused: string[]; problem?: Problem };

type Noted = {
  seq: number;
  at: string;
  before: string | null;
  steps: string[];
  texts: readonly PlanText[] | null;
  undo: Undo[];
  /** The texts before and after a change in the browser. */
  files: readonly DescriptorText[] | null;
};

/** Somebody takes a change back in the browser. */
type UndoChange = Pick<BrowserChange, 'by' | 'guard' | 'longest'>;

/**
 * Undoes the plan that was applied last: restores what it renamed, dropped and converted, and the former descriptor,
 * which servers then use again. Values written since stay. What the plan added also stays, out of use.
 */
export async function undoPlan(database: Database, change?: UndoChange): Promise<UndoOutcome> {
  return await changeTables(database, (sql) => undoIn(sql, change), change?.longest);
}

async function undoIn(sql: QueryRunner, change: UndoChange | undefined): Promise<UndoOutcome> {
  const problem = await change?.guard(sql);
  if (problem) return { refused: [], problem };
  const plan = await lastPlan(sql);
  if (!plan?.before)
    return { refused: [`There is no plan from the last ${KEPT_DAYS} days to undo`] };
  await prepareTables(sql);
  const before = toDescriptor(JSON.parse(plan.before) as Descriptor['source']);
  const after = toDescriptor(
    JSON.parse(requireValue((await readApplied(sql))?.declaration, 'applied descriptor')),
  );
  for (const entry of plan.undo.toReversed()) await undoStep(sql, entry, plan, { before, after });
  await sql.query('update backoffice.plan set undone_at = now() where seq = $1', [plan.seq]);
  const { files, texts } = plan;
  await applyRest(sql, before, files ? { files, ...(change && { by: change.by }) } : undefined);
  return { undone: plan.steps, texts, hash: before.hash, files };
}

async function lastPlan(sql: QueryRunner): Promise<Noted | undefined> {
  if (!(await sql.value("select to_regclass('backoffice.plan')"))) return undefined;
  return await sql.first<Noted>(
    // An older program made the table without these texts.
    `select seq, applied_at as at, before, steps, undo, to_jsonb(p) -> 'files_before' as files,
       to_jsonb(p) -> 'texts' as texts
     from backoffice.plan p
     where undone_at is null and applied_at >= now() - make_interval(days => $1)
     order by seq desc limit 1`,
    [KEPT_DAYS],
  );
}

type Descriptors = { before: Descriptor; after: Descriptor };

async function undoStep(
  sql: QueryRunner,
  entry: Undo,
  plan: Noted,
  descriptors: Descriptors,
): Promise<void> {
  if (entry.how === 'sql') {
    for (const text of entry.sql) await sql.query(text);
    return;
  }
  if (entry.how === 'names') {
    const back = createRenaming(linksOf(descriptors.after), inverseOf(entry.names), 'from');
    for (const text of (await moveNames(sql, back)).sql) await sql.query(text);
    return;
  }
  if (entry.how === 'table') {
    if (await isTaken(sql, entry.table)) await retireTable(sql, entry.table, asideMark(plan));
    return restoreTable(sql, entry.table, entry.kept);
  }
  await undoColumn(sql, entry, plan, descriptors);
}

/** Something new may have taken the name since; it is kept aside too. */
const asideMark = ({ seq }: Noted): string => `${seq}.undone`;

async function undoColumn(
  sql: QueryRunner,
  { table, column, kept, isConverted }: Extract<Undo, { how: 'column' }>,
  plan: Noted,
  { before, after }: Descriptors,
): Promise<void> {
  const rename = `alter table ${quoteName(table)} rename column ${quoteName(kept)} to ${quoteName(column)}`;
  if (!(await isTaken(sql, table, column))) return void (await sql.query(rename));
  // Otherwise they would keep holding the values that are set aside.
  await dropIndexes(sql, table, column);
  const aside = await retireColumn(sql, { table, column, mark: asideMark(plan) });
  await sql.query(rename);
  const from = after.resources.get(table)?.fields.get(column);
  const to = fieldIn(before, after, table, column);
  if (!isConverted || !from || !to) return;
  // Values written since are only in the new column.
  const target = after.resources.get(from.kind.relation?.(from.settings).to ?? '');
  const conversion = {
    table,
    column: aside,
    before: from,
    after: to,
    descriptor: before,
    from: target,
  };
  await convertValues(sql, conversion, column, plan.at);
}

/** The field that a current name stood for: names are restored after conversions. */
function fieldIn(before: Descriptor, after: Descriptor, table: string, column: string) {
  const resource =
    before.resources.get(table) ?? before.resources.get(after.resources.get(table)?.was ?? '');
  const was = after.resources.get(table)?.fields.get(column)?.was;
  return resource?.fields.get(column) ?? resource?.fields.get(was ?? '');
}

const isTaken = statement.some<[table: string, column?: string]>(
  `select from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = $2
   where c.oid = to_regclass($1) and ($2::text is null or a.attname is not null)`,
  (table, column) => [`public.${quoteName(table)}`, column ?? null],
);

/** Restores the indexes, constraints and rules of the former descriptor. */
async function applyRest(
  sql: QueryRunner,
  descriptor: Descriptor,
  origin: Origin | undefined,
): Promise<void> {
  const { steps, existing } = await pendingSteps(sql, descriptor, descriptor);
  // A table of links that the plan added and nobody used has no name that people know.
  const unused: Step[] = [];
  for (const step of steps)
    if (isLinks(step, existing) && !(await hasRows(sql, quoteName(step.table)))) unused.push(step);
  const needed = [...steps.filter(({ optional }) => !optional), ...unused];
  const others = needed.filter((step) => step.kind !== 'additive' && !unused.includes(step));
  rollBackForReasons(
    others.map(
      ({ summary }) =>
        `The plan was not undone, because undoing it also requires this step: ${summary.sentence}`,
    ),
  );
  const refused = await makeSteps(sql, needed, existing);
  rollBackForReasons(refused.map(({ summary }) => summary.sentence));
  await forgetTotals(sql, [...descriptor.resources.keys()]);
  await saveApplied(sql, { descriptor, steps: needed, origin });
}

function isLinks({ id, table, optional }: Step, existing: ExistingTables): boolean {
  return (
    optional === true &&
    id === `drop:${table}` &&
    requireEntry(existing, table).primaryKey.length > 1
  );
}
