import type { Plan } from '../../contract/meta.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import { applyAdditive } from '../../store/schema/plan/apply-additive.ts';
import { applyPlan } from '../../store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../store/schema/plan/make-plan.ts';
import { measureChanges, type Measured } from './measure-changes.ts';

export type Rehearsal = Measured & {
  plan: Plan;
  seconds: number;
  /** `start`: a start applies everything. `apply`: it refuses, and the plan can be applied. `none`: neither works. */
  way: 'start' | 'apply' | 'none';
  /** Why neither works. */
  obstacles: string[];
};

/** Upgrades a copy of the database as a start would, and as `apply` would where a start refuses. */
export async function rehearseUpgrade(copy: Database, descriptor: Descriptor): Promise<Rehearsal> {
  const plan = await previewPlan(copy, descriptor);
  const begun = performance.now();
  const { database, measured } = measureChanges(copy);
  const { refused } = await applyAdditive(database, descriptor);
  if (refused.length === 0) return { ...finish(begun), plan, ...measured, way: 'start' };
  const secondRun = measureChanges(copy);
  const begunAgain = performance.now();
  const losing = plan.steps.filter(({ class: kind, lost }) => kind === 'rewriting' && lost);
  const outcome = await applyPlan(secondRun.database, descriptor, {
    plan: plan.hash,
    rewrite: true,
    destructive: false,
    named: new Set(losing.map(({ id }) => id)),
  });
  const isDone = !('refused' in outcome);
  return {
    ...finish(begunAgain),
    plan,
    ...secondRun.measured,
    way: isDone ? 'apply' : 'none',
    obstacles: isDone ? [] : outcome.refused,
  };
}

function finish(begun: number): { seconds: number; obstacles: string[] } {
  return { seconds: (performance.now() - begun) / 1_000, obstacles: [] };
}
