import { createHash } from 'node:crypto';
import type { Plan } from '../../../contract/meta.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { descriptorBefore } from '../tables/applied-descriptor.ts';
import { longChange } from './change-tables.ts';
import { describeStep } from './steps/describe-step.ts';
import { markLikelyRenames } from './likely-renames.ts';
import { pendingSteps, type Pending } from './steps/pending-steps.ts';
import { storedCheckSteps } from './steps/stored-check-steps.ts';
import { recordRuleSteps } from './steps/record-rule-steps.ts';
import { retiredSteps } from './steps/retired-steps.ts';
import { ruleSteps } from './steps/rule-steps.ts';
import { targetFilterSteps } from './steps/target-filter-steps.ts';
import { treeSteps } from './steps/tree-steps.ts';
import type { Database } from '../../connection/database.ts';

/** A plan with everything needed to carry it out. */
export type MadePlan = Plan & { pending: Pending; before: Descriptor | undefined };

/** Compares the descriptor with the database, and describes the consequences of every step. Changes nothing. */
export async function makePlan(sql: QueryRunner, descriptor: Descriptor): Promise<MadePlan> {
  const before = await descriptorBefore(sql);
  const pending = await pendingSteps(sql, descriptor, before);
  const at = { descriptor, before, pending };
  const steps = [];
  for (const step of pending.steps) steps.push(await describeStep(sql, at, step));
  return {
    hash: toHash(descriptor, pending),
    steps: [
      ...(await markLikelyRenames(sql, at, steps)),
      ...(await ruleSteps(sql, at)),
      ...(await recordRuleSteps(sql, at)),
      ...(await retiredSteps(sql, at)),
      ...(await storedCheckSteps(sql, at)),
      ...(await targetFilterSteps(sql, at)),
      ...(await treeSteps(sql, at)),
    ],
    pending,
    before,
  };
}

function toHash(descriptor: Descriptor, { currentTables, steps }: Pending): string {
  const tables = [...currentTables.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  const state = [descriptor.hash, tables, steps.map(({ id }) => id)];
  return createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 16);
}

/** Returns the plan without locking or changing anything. */
export async function previewPlan(database: Database, descriptor: Descriptor): Promise<Plan> {
  const { hash, steps } = await database.transaction((sql) => makePlan(sql, descriptor), {
    ...longChange,
    readOnly: true,
  });
  return { hash, steps };
}
