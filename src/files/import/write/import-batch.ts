import { requireEntry } from '../../../fields/require-entry.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { warnOfDifferences } from '../plan/differing-targets.ts';
import { furtherProblems } from '../further-problems.ts';
import type { ImportRun } from '../import-run.ts';
import { readLists } from '../rows/list-members.ts';
import { findTuples } from '../plan/find-by-key.ts';
import {
  deriveDefaults,
  hasDerivedDefaults,
  type DefaultSource,
} from '../../../descriptor/rules/derived-defaults.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { findByKeys, findKeyReferences, keyOf, warnOfRepeats } from '../row-key.ts';
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
import { shareFates, stateOf } from '../plan/import-state.ts';
import type { ReadRow } from '../rows/row-reader.ts';
import { combineValues } from '../rows/cell-writes.ts';
import { duplicatesOf } from '../../../fields/problems/problem-words.ts';

/**
 * Writes a batch of rows as if one by one, but in sets: rows that affect each other (the same
 * key, the same unique value) are written in successive rounds, in the order of the file.
 */
export async function importBatch(run: ImportRun, batch: readonly ReadRow[]): Promise<void> {
  if (run.state.is('reading')) run.summary.total += batch.length;
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
    if (!plan.postponedTo) combineValues(run, plan);
    await yieldToEventLoop();
  }
  await fillPlans(run, plans, late);
  await checkRights(run, plans);
  await checkUnique(run, plans, mayDefer);
  shareFates(plans, run.state.is('reading'));
  const byState = Map.groupBy(plans, stateOf);
  for (const plan of byState.get('failed') ?? []) fail(run, plan, plan.problems);
  for (const plan of byState.get('waiting') ?? []) postpone(run, plan);
  await write(run, await makeTargets(run, byState.get('ready') ?? []), late);
  return (byState.get('retry') ?? []).map(({ read }) => read);
}

/** Completes the plans whose references are known, and checks them as wholes. */
async function fillPlans(
  run: ImportRun,
  plans: readonly RowPlan[],
  late: ReadonlyMap<RowPlan, readonly LateField[]>,
): Promise<void> {
  const known = plans.filter(({ postponedTo }) => !postponedTo);
  await addDerived(run, known);
  for (const plan of known) {
    fillPlan(run, plan);
    checkRowRules(run, plan, late.get(plan) ?? []);
    await yieldToEventLoop();
  }
}

/** Adds the defaults that new records copy from others, also from those that are created with them. */
async function addDerived(run: ImportRun, plans: readonly RowPlan[]): Promise<void> {
  const { parts, target, resource, moment } = run;
  const created = plans.filter(({ current }) => !current);
  if (parts.restore || !hasDerivedDefaults(resource)) return;
  const news = created.flatMap((plan) => [plan, ...plan.recordsToCreate]);
  const coming = new Map(news.map(({ id, values }) => [id, { ...values, _id: id }]));
  const find: DefaultSource['find'] = async (to, ids, field) => [
    ...ids.flatMap((id) => coming.get(id) ?? []),
    ...(await target.findMany(to, '_id', ids, [field])),
  ];
  const source: DefaultSource = {
    ...parts,
    moment,
    find,
    calculate: (calculation, rows) => target.calculate(calculation, rows),
  };
  const values = created.map((plan) => plan.values);
  const derived = await deriveDefaults(source, resource, values);
  for (const [at, plan] of created.entries()) plan.derived = derived[at];
}

/** Separates the first row of each key and each unique value from the others, which follow when these are written. */
function nextRound(run: ImportRun, rows: readonly ReadRow[]): [ReadRow[], ReadRow[]] {
  const taken = new Map<string, Set<unknown>>();
  const round: ReadRow[] = [];
  const later: ReadRow[] = [];
  for (const read of rows) {
    const claims: [string, unknown][] = [
      ['', keyOf(run, read)],
      ['_id', read.id],
      ...run.unique.map((name): [string, unknown] => [name, read.values[name]]),
    ];
    const isFree = claims.every(
      ([name, value]) => isNothing(value) || !taken.get(name)?.has(value),
    );
    if (!isFree) later.push(read);
    else round.push(read);
    for (const [name, value] of claims) {
      if (!taken.has(name)) taken.set(name, new Set());
      requireEntry(taken, name).add(value);
    }
  }
  return [round, later];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/**
 * Adds a duplicate to each plan whose unique value, or set of values, another record has. If an earlier
 * row of this round may still free them, the plan is postponed instead.
 */
async function checkUnique(run: ImportRun, plans: readonly RowPlan[], mayDefer: boolean) {
  const changing = new Map(plans.filter(({ current }) => current).map((plan) => [plan.id, plan]));
  for (const names of [['_id'], ...run.unique.map((name) => [name]), ...run.resource.unique]) {
    const wanting = plans.flatMap((plan) => {
      const tuple = plan.problems.length === 0 ? wantedOf(plan, names) : undefined;
      return tuple ? [{ plan, tuple, key: JSON.stringify(tuple) }] : [];
    });
    if (wanting.length === 0) continue;
    const tuples = wanting.map(({ tuple }) => tuple);
    const holders = await findHolders(run, names, tuples);
    const first = new Map<string, RowPlan>();
    for (const { plan, key } of wanting) {
      const holder = holders.get(key);
      const isTaken = holder !== undefined && (names[0] === '_id' || holder !== plan.id);
      const other = isTaken ? changing.get(holder) : first.get(key);
      if (!isTaken && !other) first.set(key, plan);
      else if (mayDefer && other && other.read.row < plan.read.row) plan.postponedTo = 'nextRound';
      else plan.problems.push(...duplicatesOf(names));
    }
  }
}

/** The `_id`s of the records that have one of the tuples, by the JSON of the tuple. */
async function findHolders(
  { target, resource }: ImportRun,
  names: readonly string[],
  tuples: readonly unknown[][],
): Promise<ReadonlyMap<string, string>> {
  const held = await findTuples(target, resource, names, tuples);
  return new Map(
    held.map((record) => [JSON.stringify(names.map((each) => record[each])), record._id]),
  );
}

/** The values that the record will have in these fields, if the row changes one of them and all are filled. */
function wantedOf({ values, current, read }: RowPlan, names: readonly string[]) {
  if (names[0] === '_id') return current || read.id === undefined ? undefined : [read.id];
  if (!names.some((name) => name in values)) return undefined;
  const tuple = names.map((name) => (name in values ? values[name] : current?.[name]));
  return tuple.some(isNothing) ? undefined : tuple;
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
  run.state.endWaiting(run.resource.name, () => recordNames(run, plan));
}

function postpone(run: ImportRun, plan: RowPlan): void {
  const { row } = plan.read;
  const names = recordNames(run, plan);
  run.observe?.({ row, outcome: 'waiting', names });
  run.waiting.add(row);
  run.state.addWaiting(run.resource.name, names);
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
