import { requireEntry } from '../../../fields/require-entry.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { warnOfDifferences } from '../plan/differing-targets.ts';
import { furtherProblems } from '../further-problems.ts';
import type { ImportRun } from '../import-run.ts';
import { readLists } from '../rows/list-members.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { findByKeys, findKeyReferences, warnOfRepeats } from '../row-key.ts';
import {
  checkRights,
  checkRowRules,
  fillPlan,
  findCreatedBefore,
  planRow,
  type RowPlan,
} from '../plan/row-plan.ts';
import {
  recordNames,
  newRecordNames,
  placeReferences,
  type LateField,
} from '../plan/row-references.ts';
import {
  changesOf,
  countFailed,
  countLeftOut,
  countWritten,
  rowNumber,
  rowPlace,
  toProblems,
} from '../rows/row-outcome.ts';
import { shareFates, stateOf } from '../plan/row-state.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import { combineValues } from '../rows/cell-writes.ts';
import { checkUnique, nextRound } from '../import-rounds.ts';

/**
 * Writes a batch of rows as if one by one, but in sets: rows that affect each other (the same
 * key, the same unique value) are written in successive rounds, in the order of the file.
 */
export async function importBatch(run: ImportRun, batch: readonly ReadRow[]): Promise<void> {
  run.summary.total += run.isLastPass ? 0 : batch.length;
  const rest = leaveOut(run, batch, ({ row }) => run.options.leaveOut?.has(row) === true);
  const wrong = rest.filter(({ problems }) => problems.length > 0);
  const valid = rest.filter(({ problems }) => problems.length === 0);
  const further = await furtherProblems(run, wrong);
  for (const read of wrong)
    countFailed(run, read, [...read.problems, ...(further.get(read) ?? [])]);
  await findKeyReferences(run, valid);
  await readLists(run, valid);

  const isLeft = ({ warnings }: ReadRow) =>
    run.options.warnings === 'leaveOut' && warnings.length > 0;
  // A row that is left out does not repeat another.
  let rows = leaveOut(run, valid, isLeft);
  warnOfRepeats(run, rows);
  await warnOfDifferences(run, rows);
  rows = leaveOut(run, rows, isLeft);
  let mayDefer = true;
  while (rows.length > 0) {
    const [round, later] = nextRound(run, rows);
    const retries = await importRound(run, round, mayDefer);
    // Rows may wait for each other in a ring: one for a free value, another for a new record.
    mayDefer = retries.length < round.length;
    rows = [...retries, ...later].sort((left, right) => left.row - right.row);
  }
}

/** Counts the rows that are left out, and returns the others. */
function leaveOut(run: ImportRun, rows: readonly ReadRow[], isLeft: (read: ReadRow) => boolean) {
  return rows.filter((read) => {
    if (!isLeft(read)) return true;
    countLeftOut(run, read);
    return false;
  });
}

/** Returns the rows that must be tried again after this round. */
async function importRound(run: ImportRun, round: readonly ReadRow[], mayDefer: boolean) {
  const recordsByKey = await findByKeys(run, round);
  const own = await findCreatedBefore(run, round);
  const plans: RowPlan[] = [];
  for (const read of round) {
    plans.push(planRow(run, read, recordsByKey, own));
    await yieldToEventLoop();
  }
  await run.finder.lookUp(round.map((read) => read.references));
  const created = newRecordNames(run, plans);
  const late = new Map<RowPlan, LateField[]>();
  for (const plan of plans) {
    const coming = placeReferences(run, plan, created);
    late.set(plan, coming);
    if (plan.postponedTo) continue;
    combineValues(run, plan);
    fillPlan(run, plan);
    checkRowRules(run, plan, coming);
    await yieldToEventLoop();
  }
  await checkRights(run, plans);
  await checkUnique(run, plans, mayDefer);
  shareFates(plans, run.isLastPass);
  const byState = Map.groupBy(plans, stateOf);
  for (const plan of byState.get('failed') ?? []) fail(run, plan, plan.problems);
  for (const plan of byState.get('waiting') ?? []) postpone(run, plan);
  await write(run, await makeTargets(run, byState.get('ready') ?? []), late);
  return (byState.get('again') ?? []).map(({ read }) => read);
}

/** Creates the missing records that rows refer to. Returns the rows that can be written now. */
async function makeTargets(run: ImportRun, plans: readonly RowPlan[]): Promise<RowPlan[]> {
  const wrong = await run.maker.make(plans.flatMap(({ recordsToCreate: makes }) => makes));
  return plans.filter((plan) => {
    const problems = plan.recordsToCreate.flatMap((one) => {
      const reason = wrong.get(one);
      return reason
        ? one.names.slice(0, 1).map(({ field }) => ({ ...reason, path: field.name }))
        : [];
    });
    if (problems.length > 0) fail(run, plan, problems);
    return problems.length === 0;
  });
}

function fail(run: ImportRun, plan: RowPlan, problems: readonly Problem[]): void {
  countFailed(run, plan.read, problems);
  const keys = run.isLastPass && run.waitingKeys.get(run.resource.name);
  if (keys) for (const name of recordNames(run, plan)) keys.delete(name);
}

function postpone(run: ImportRun, plan: RowPlan): void {
  run.observe?.({ row: plan.read.row, outcome: 'waiting', names: recordNames(run, plan) });
  run.waiting.add(plan.read.row);
  const { name } = run.resource;
  if (!run.waitingKeys.has(name)) run.waitingKeys.set(name, new Set());
  for (const key of recordNames(run, plan)) requireEntry(run.waitingKeys, name).add(key);
}

async function write(
  run: ImportRun,
  plans: readonly RowPlan[],
  late: ReadonlyMap<RowPlan, readonly LateField[]>,
): Promise<void> {
  // New records come first, because changed ones may refer to them.
  const changed = plans
    .filter((plan) => Object.keys(plan.values).length > 0)
    .sort(
      (left, right) => Number(left.current !== undefined) - Number(right.current !== undefined),
    );
  const writes = changed.map(({ id, values, current, read: { stamps } }) =>
    current
      ? { id, values, expected: current._version }
      : { id, values, ...(stamps && { stamps }) },
  );
  const outcomes =
    writes.length > 0 ? await run.target.writeMany(run.resource, writes, run.parts.by) : [];
  const failed = new Set<RowPlan>();
  for (const [at, plan] of changed.entries()) {
    const outcome = outcomes[at];
    if (!outcome?.failure) continue;
    failed.add(plan);
    fail(run, plan, toProblems(outcome));
  }
  for (const plan of plans) {
    if (!failed.has(plan)) countSuccess(run, plan, late.get(plan) ?? []);
    await yieldToEventLoop();
  }
}

function countSuccess(run: ImportRun, plan: RowPlan, late: readonly LateField[]): void {
  const { row } = plan.read;
  const counted = plan.current && !plan.isOwn ? 'updated' : 'created';
  const changes = run.observe && changesOf(run, plan);
  const columnOf = ({ name }: Field) => plan.read.origin?.columnsOf.get(name) ?? name;
  // The row is counted when its references are set: until then it may still fail, or be tried again.
  const { stamps } = plan.read;
  const place = plan.read.warnings.length > 0 ? rowPlace(run, plan.read) : rowNumber(plan.read);
  for (const { field, written } of late) {
    const column = columnOf(field);
    run.late.push({ row, id: plan.id, field, written, counted, changes, column, stamps, place });
  }
  if (late.length > 0) return;
  const isChanged = Object.keys(plan.values).length > 0 || plan.isOwn;
  const outcome = isChanged ? counted : 'unchanged';
  countWritten(run, { ...place, outcome, id: plan.id, ...(changes && { changes }) });
}
