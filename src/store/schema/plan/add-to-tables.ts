import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { Database } from '../../connection/database.ts';
import { buildLater, findLater, isBuilding } from './build-indexes.ts';
import { describeSkipped } from './likely-renames.ts';
import { descriptorBefore, saveApplied } from '../tables/applied-descriptor.ts';
import { pendingSteps } from './steps/pending-steps.ts';
import type { QueryRunner } from '../../store.ts';
import { changeTables, longChange } from './change-tables.ts';
import { unfitTexts } from './changed-rules.ts';
import { storedCheckSteps } from './steps/stored-check-steps.ts';
import { recordRuleSteps } from './steps/record-rule-steps.ts';
import { ruleSteps } from './steps/rule-steps.ts';
import { makeSteps } from '../tables/make-steps.ts';
import type { Step } from '../tables/table.ts';

export type Applied = {
  applied: Step[];
  /** What the descriptor needs and cannot have without a loss. If there are any, nothing was changed. */
  refused: Step[];
  /** Sentences about what the descriptor no longer declares. It stays in the database with its data. */
  kept: string[];
  /** The records that do not fit rules that became stricter: a sentence for each rule. */
  unfit: string[];
};

/** Adds to the tables what the descriptor needs, as `applyAdditive` promises. */
export async function addToTables(database: Database, descriptor: Descriptor): Promise<Applied> {
  const { later, before, ...outcome } = await changeTables(database, (sql) =>
    applyIn(sql, descriptor),
  );
  await buildLater(database, descriptor, later);
  const isApplied = outcome.refused.length === 0 && before !== undefined;
  return { ...outcome, unfit: isApplied ? await findUnfit(database, descriptor, before) : [] };
}

async function applyIn(
  sql: QueryRunner,
  descriptor: Descriptor,
): Promise<Omit<Applied, 'unfit'> & { later: Step[]; before: Descriptor | undefined }> {
  const before = await descriptorBefore(sql);
  const pending = await pendingSteps(sql, descriptor, before);
  const { steps, existing } = pending;
  // Another process builds indexes beside running writes, and would wait for us while we wait for it.
  const isLeft = (await isBuilding(sql)) ? ({ index }: Step) => index !== undefined : () => false;
  const kept = await describeSkipped(
    sql,
    { descriptor, before, pending },
    steps.filter(({ optional }) => optional),
  );
  const applied = steps.filter((step) => step.kind === 'additive' && !isLeft(step));
  const later = await findLater(sql, pending, applied);
  const now = applied.filter((step) => !later.includes(step));
  const refused = steps.filter(({ kind, optional }) => kind !== 'additive' && !optional);
  // Later steps need the refused ones, so there is nothing to try.
  if (refused.length === 0) refused.push(...(await makeSteps(sql, now, existing)));
  if (refused.length > 0) throw new RolledBack({ applied: [], refused, kept, later: [], before });
  const isUnfinished = later.length > 0 || steps.some(isLeft);
  await saveApplied(sql, { descriptor, steps: now, isUnfinished });
  return { applied, refused, kept, later, before };
}

/** Reads the records after the change, without locks: a start applies stricter rules without asking. */
export async function findUnfit(
  database: Database,
  descriptor: Descriptor,
  before: Descriptor,
): Promise<string[]> {
  return await database.transaction(
    async (sql) => {
      const pending = await pendingSteps(sql, descriptor, descriptor);
      const at = { descriptor, before, pending };
      return unfitTexts([
        ...(await ruleSteps(sql, at)),
        ...(await recordRuleSteps(sql, at)),
        ...(await storedCheckSteps(sql, at)),
      ]).map(({ sentence }) => sentence);
    },
    { ...longChange, readOnly: true },
  );
}
