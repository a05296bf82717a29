import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { Database } from '../../connection/database.ts';
import { isBuilding } from './build-indexes.ts';
import { describeSkipped } from './likely-renames.ts';
import { descriptorBefore } from './make-plan.ts';
import { pendingSteps } from './pending-steps.ts';
import { purgeRetired } from './retire.ts';
import type { QueryRunner } from '../../store.ts';
import { saveApplied, readApplied, toFingerprint } from '../tables/applied-descriptor.ts';
import { changeTables } from './change-tables.ts';
import { makeSteps } from '../tables/make-steps.ts';
import type { Step } from '../tables/table.ts';

type Applied = {
  applied: Step[];
  /** What the descriptor needs and cannot have without a loss. If there are any, nothing was changed. */
  refused: Step[];
  /** What is no longer declared and stays in the database with its data: a sentence each. */
  kept: string[];
};

/**
 * Brings the tables up to the descriptor as far as nothing is lost: all of it in one transaction, or nothing. Servers
 * that start at the same time wait for each other.
 */
export async function applyAdditive(database: Database, descriptor: Descriptor): Promise<Applied> {
  if ((await readApplied(database))?.fingerprint === toFingerprint(descriptor)) {
    // What the tables do not show, such as labels, may still have changed.
    await saveApplied(database, { descriptor, steps: [] });
    await purgeRetired(database);
    return { applied: [], refused: [], kept: [] };
  }
  return await changeTables(database, (sql) => applyIn(sql, descriptor));
}

async function applyIn(sql: QueryRunner, descriptor: Descriptor): Promise<Applied> {
  const pending = await pendingSteps(sql, descriptor);
  const { steps, existing } = pending;
  // Another process builds indexes beside running writes, and would wait for us while we wait for it.
  const isLeft = (await isBuilding(sql)) ? ({ index }: Step) => index !== undefined : () => false;
  const before = await descriptorBefore(sql);
  const kept = await describeSkipped(
    sql,
    { descriptor, before, pending },
    steps.filter(({ optional }) => optional),
  );
  const applied = steps.filter((step) => step.kind === 'additive' && !isLeft(step));
  const refused = steps.filter(({ kind, optional }) => kind !== 'additive' && !optional);
  // Later steps need the refused ones, so there is nothing to try.
  if (refused.length === 0) refused.push(...(await makeSteps(sql, applied, existing)));
  if (refused.length > 0) throw new RolledBack({ applied: [], refused, kept } satisfies Applied);
  await saveApplied(sql, { descriptor, steps: applied, isUnfinished: steps.some(isLeft) });
  return { applied, refused, kept };
}
