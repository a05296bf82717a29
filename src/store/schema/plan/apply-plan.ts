import type { DescriptorText, StructureChange } from '../../../contract/structure/texts.ts';
import type { Sentence } from '../../../fields/problems/plan-text.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { Database } from '../../connection/database.ts';
import { quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { type Origin, saveApplied, readApplied } from '../tables/applied-descriptor.ts';
import { changeTables } from './change-tables.ts';
import { makeSteps, prepareTables } from '../tables/make-steps.ts';
import type { Step } from '../tables/table.ts';
import { buildLater, findLater } from './build-indexes.ts';
import { missingConsent, type Consent } from './consent.ts';
import { purgeRetired, type Undo } from './retire.ts';
import { makeChange } from './make-change.ts';
import { droppedText } from './likely-renames.ts';
import { makePlan, type MadePlan } from './make-plan.ts';
import { changedRules, unfitTexts } from './changed-rules.ts';

/** The reasons why nothing was changed. */
type Refusal = { refused: string[]; problem?: Problem };

/** A change that somebody makes in the browser: the texts it leads to and those it began from. */
export type BrowserChange = Required<Origin> & {
  before: readonly DescriptorText[];
  /** Checks once more what may have changed since, when nobody else can change it. */
  guard(sql: QueryRunner): Promise<Problem | undefined>;
  /** Milliseconds to wait for people who use the tables. */
  longest: number;
};

/** `rules`: the fields whose rules changed without a step, and the records that do not fit them. */
export type PlanOutcome =
  { done: string[]; left: string[]; rules: string[]; texts: StructureChange['texts'] } | Refusal;

/**
 * Carries out a plan: all steps with consent in one transaction, or nothing. Refuses when the plan differs from the
 * one that was shown. Keeps what it drops, for `undoPlan`.
 */
export async function applyPlan(
  database: Database,
  descriptor: Descriptor,
  consent: Consent,
  change?: BrowserChange,
): Promise<PlanOutcome> {
  const outcome = await changeTables(
    database,
    (sql) => applyIn(sql, descriptor, consent, change),
    change?.longest,
  );
  if ('refused' in outcome) return outcome;
  const { later, ...made } = outcome;
  await buildLater(database, descriptor, later);
  await purgeRetired(database);
  return made;
}

async function applyIn(
  sql: QueryRunner,
  descriptor: Descriptor,
  consent: Consent,
  change: BrowserChange | undefined,
): Promise<(Exclude<PlanOutcome, Refusal> & { later: Step[] }) | Refusal> {
  const problem = await change?.guard(sql);
  if (problem) return { refused: [], problem };
  const plan = await makePlan(sql, descriptor);
  const refused = missingConsent(plan, consent);
  if (refused.length > 0) return { refused };
  const steps = plan.pending.steps.filter(({ id, optional }) => !optional || consent.named.has(id));
  const left = plan.pending.steps.filter((step) => !steps.includes(step));
  const later = await findLater(sql, plan.pending, steps);
  const now = steps.filter((step) => !later.includes(step));
  await prepareTables(sql);
  await carryOut(sql, { descriptor, plan, change }, now);
  const isUnfinished = later.length > 0;
  await saveApplied(sql, { descriptor, steps: now, isUnfinished, origin: change });
  return {
    ...toAnswer({
      steps: steps.map(({ summary }) => summary),
      left: plan.steps.filter(({ id }) => left.some((step) => step.id === id)).map(droppedText),
      rules: [...changedRules({ descriptor, ...plan }), ...unfitTexts(plan.steps)],
    }),
    later,
  };
}

type Lists = Record<'steps' | 'left' | 'rules', readonly Sentence[]>;

function toAnswer({ steps, left, rules }: Lists): Exclude<PlanOutcome, Refusal> {
  const inEnglish = (all: readonly Sentence[]) => all.map(({ sentence }) => sentence);
  const textsOf = (all: readonly Sentence[]) => all.map(({ text }) => text);
  return {
    done: inEnglish(steps),
    left: inEnglish(left),
    rules: inEnglish(rules),
    texts: { steps: textsOf(steps), left: textsOf(left), rules: textsOf(rules) },
  };
}

type Agreed = { descriptor: Descriptor; plan: MadePlan; change: BrowserChange | undefined };

async function carryOut(
  sql: QueryRunner,
  { descriptor, plan, change }: Agreed,
  steps: readonly Step[],
): Promise<void> {
  // What people change in the browser can be undone even if it is only a label.
  if (steps.length === 0 && !change) return;
  const before = (await readApplied(sql))?.declaration ?? null;
  const seq = await sql.value<number>(
    `insert into backoffice.plan (hash, before, steps, texts, undo, made_by, files_before, files_after, hash_after)
     values ($1, $2, $3, $4, '[]', $5, $6, $7, $8) returning seq`,
    [
      plan.hash,
      before,
      JSON.stringify(steps.map(({ summary }) => summary.sentence)),
      JSON.stringify(steps.map(({ summary }) => summary.text)),
      change?.by.actor ?? null,
      change ? JSON.stringify(change.before) : null,
      change ? JSON.stringify(change.files) : null,
      descriptor.hash,
    ],
  );
  const mark = String(seq);
  const undo: Undo[] = [];
  const site = { descriptor, before: plan.before, pending: plan.pending };
  const refused = await makeSteps(sql, steps, plan.pending.existing, (connection, step) =>
    makeChange(connection, site, step, { mark, undo }),
  );
  rollBackForReasons(refused.map(({ summary }) => summary.sentence));
  await sql.query('update backoffice.plan set undo = $2 where seq = $1', [
    mark,
    JSON.stringify(undo),
  ]);
  await forgetTotals(sql, [...new Set(steps.map(({ table }) => table))]);
}

/** Rolls back the transaction if there are reasons. */
export function rollBackForReasons(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new RolledBack({ refused: reasons });
}

/**
 * Remembered counts hold until somebody leaves history of the resource, so this leaves some. The row counts as rewritten,
 * so that nobody takes it for the only change.
 */
export async function forgetTotals(sql: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await sql.query(
      `update backoffice.history set xid = pg_current_xact_id(), erased = coalesce(erased, '{}')
       where seq = (select max(seq) from backoffice.history where resource = ${quoteText(table)})`,
    );
}
