import { toSeenProblems } from '../../../descriptor/permissions/seen-problems.ts';
import type { ImportRun, LateReference } from '../import-run.ts';
import {
  countFailed,
  countWritten,
  toProblems,
  locateProblem,
  type RowProblem,
} from '../rows/row-outcome.ts';
import { combineValues } from '../rows/cell-writes.ts';
import { placeReferences } from './row-references.ts';
import { createPlan, type RowPlan } from './row-plan.ts';

const BATCH = 1_000;

/**
 * Sets the references of rows that waited for each other, after all were written. A
 * row whose reference fails counts as failed, although the rest of it is stored.
 */
export async function setLateReferences(run: ImportRun): Promise<void> {
  const wrong = new Map<number, RowProblem[]>();
  for (let at = 0; at < run.late.length; at += BATCH) {
    await setBatch(run, run.late.slice(at, at + BATCH), wrong);
  }
  const rows = new Map(run.late.map((late) => [late.row, late]));
  run.parts.restore?.(
    run.resource,
    [...rows.values()].flatMap(({ stamps }) => stamps ?? []),
  );
  for (const { row, id, counted, changes, place } of rows.values()) {
    const problems = wrong.get(row);
    if (problems) countFailed({ ...run, prefix: '' }, { row, warnings: [] }, problems);
    else countWritten(run, { ...place, outcome: counted, id, changes });
  }
}

async function setBatch(
  run: ImportRun,
  late: readonly LateReference[],
  wrong: Map<number, RowProblem[]>,
): Promise<void> {
  const plans = new Map(late.map((reference) => [reference, toPlan(reference)]));
  await run.finder.lookUp([...plans.values()].map((plan) => plan.read.references));
  for (const plan of plans.values()) placeReferences(run, plan, new Map(), { makes: false });
  await addToRecords(run, plans);

  const ready = [...plans].filter(([, plan]) => plan.problems.length === 0);
  const writes = ready.map(([, { id, values }]) => ({ id, values, expected: '*' as const }));
  const outcomes =
    writes.length > 0 ? await run.target.writeMany(run.resource, writes, run.parts.by) : [];
  for (const [at, [, plan]] of ready.entries()) {
    const outcome = outcomes[at];
    if (outcome?.failure) plan.problems.push(...toProblems(outcome));
  }
  for (const [{ row }, { read, problems }] of plans) {
    if (problems.length === 0) continue;
    const seen = toSeenProblems(run.parts, run.resource, problems);
    const located = seen.map((one) => locateProblem(run, read.origin, one));
    wrong.set(row, [...(wrong.get(row) ?? []), ...located]);
  }
}

/** Adds references to the lists that the records have, where their columns say so. */
async function addToRecords(
  run: ImportRun,
  plans: ReadonlyMap<LateReference, RowPlan>,
): Promise<void> {
  const adding = [...plans].filter(([{ field }]) => run.writes.has(field.name));
  if (adding.length === 0) return;
  const ids = [...new Set(adding.map(([{ id }]) => id))];
  const storedRecords = await run.target.findMany(run.resource, '_id', ids);
  const records = new Map(storedRecords.map((record) => [record._id, { ...record }]));
  for (const [{ id }, plan] of adding) {
    plan.current = records.get(id);
    combineValues(run, plan);
    // Another row may add to the same record.
    if (plan.current) Object.assign(plan.current, plan.values);
  }
}

function toPlan({ row, id, field, written, column }: LateReference): RowPlan {
  const references = new Map([[field, written]]);
  const columnsOf = new Map([[field.name, column]]);
  const origin = { cells: { [column]: written }, columnsOf };
  return createPlan({ row, values: {}, references, problems: [], warnings: [], origin }, id);
}
