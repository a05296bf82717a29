import type { RowPlan } from './row-plan.ts';

/**
 * What becomes of a row in a round of its batch. A row that is `again` or `waiting` is planned anew when its turn comes.
 *
 *     planned ─┬─ a problem ─────────────────────────────────────────▶ failed
 *              ├─ an earlier row may free its unique value ──────────▶ again, in the next round ──▶ planned
 *              ├─ a record it refers to may come with a later row ───▶ waiting, for the last pass ─▶ planned
 *              └─ ready ─┬─ written ─┬─ all references are set ──────▶ created, updated or unchanged
 *                        │           └─ one waits for it in a ring ──▶ late, until all rows are written
 *                        └─ the target refuses it ───────────────────▶ failed
 *
 * A row that refers to a new record of its round shares the fate of the row that brings it: `again` with `again`, else
 * `waiting`. On the last pass no row waits: what waits for each other in a ring is late, and the rest fails. The numbers
 * of waiting rows are stored with the progress, so that an import that goes on knows them.
 */
export type RowState = 'ready' | 'again' | 'waiting' | 'failed';

/** The state of a planned row. What is tried again in the next round is judged there, whatever is wrong with it now. */
export function stateOf({ postponedTo, problems }: RowPlan): RowState {
  if (postponedTo === 'nextRound') return 'again';
  if (problems.length > 0) return 'failed';
  return postponedTo === 'lastPass' ? 'waiting' : 'ready';
}

/** A row that refers to one that is not written in this round cannot be written now either. */
export function shareFates(plans: readonly RowPlan[], isLastPass: boolean): void {
  const needs = plans.flatMap((plan) =>
    plan.dependsOn.map(({ plan: needed, otherwise }) => ({ plan, needed, otherwise })),
  );
  const needing = Map.groupBy(needs, ({ needed }) => needed);
  const out = plans.filter((plan) => stateOf(plan) !== 'ready');
  for (let needed = out.pop(); needed; needed = out.pop()) {
    for (const { plan, otherwise } of needing.get(needed) ?? []) {
      if (stateOf(plan) !== 'ready') continue;
      if (stateOf(needed) === 'again') plan.postponedTo = 'nextRound';
      else if (!isLastPass) plan.postponedTo = 'lastPass';
      else plan.problems.push(otherwise);
      out.push(plan);
    }
  }
}
