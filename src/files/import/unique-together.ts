import { duplicatesOf } from '../../fields/duplicate-problems.ts';
import type { ImportRun } from './import-run.ts';
import type { RowPlan } from './row-plan.ts';

/**
 * The same as for one unique value, of several fields together: what another record has is a
 * duplicate. A row that an earlier one of its round decides about is looked at again after it.
 */
export async function checkTogether(
  run: ImportRun,
  plans: readonly RowPlan[],
  isPatient: boolean,
  again: Set<RowPlan>,
): Promise<void> {
  const changing = new Map(plans.filter(({ current }) => current).map((plan) => [plan.id, plan]));
  for (const names of run.resource.unique) {
    const wanting = plans.flatMap((plan) => {
      const tuple = plan.problems.length === 0 ? wantedOf(plan, names) : undefined;
      return tuple ? [{ plan, tuple, key: JSON.stringify(tuple) }] : [];
    });
    if (wanting.length === 0) continue;
    const tuples = wanting.map(({ tuple }) => tuple);
    const held = await run.target.findTogether(run.resource, names, tuples);
    const holders = new Map(
      held.map((record) => [JSON.stringify(names.map((name) => record[name])), record._id]),
    );
    const first = new Map<string, RowPlan>();
    for (const { plan, key } of wanting) {
      const holder = holders.get(key);
      const isTaken = holder !== undefined && holder !== plan.id;
      const other = isTaken ? changing.get(holder) : first.get(key);
      if (!isTaken && !other) first.set(key, plan);
      else if (isPatient && other && other.read.row < plan.read.row) again.add(plan);
      else plan.problems.push(...duplicatesOf(names));
    }
  }
}

/** What the record will have in these fields, when the row changes one of them and all are filled. */
function wantedOf({ values, current }: RowPlan, names: readonly string[]): unknown[] | undefined {
  if (!names.some((name) => name in values)) return undefined;
  const tuple = names.map((name) => (name in values ? values[name] : current?.[name]));
  return tuple.every((value) => value !== null && value !== undefined) ? tuple : undefined;
}
