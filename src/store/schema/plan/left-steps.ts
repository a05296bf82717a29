import type { PlanStep } from '../../../contract/meta.ts';
import type { QueryRunner } from '../../store.ts';
import type { Step } from '../tables/step.ts';
import { describeStep, type PlanSite } from './describe-step.ts';
import { markLikelyRenames } from './likely-renames.ts';

/** Steps that are not made, each with how much of what is there no screen shows from then on. */
export async function describeLeft(
  sql: QueryRunner,
  at: PlanSite,
  steps: readonly Step[],
): Promise<string[]> {
  const described: PlanStep[] = [];
  for (const step of steps) described.push(await describeStep(sql, at, step));
  return (await markLikelyRenames(sql, at, described)).map(sayLeft);
}

export function sayLeft(step: PlanStep): string {
  const { id, class: kind, sentence, field, rows } = step;
  if (kind !== 'destructive' || rows === undefined || !id.startsWith('drop:')) return sentence;
  if (rows === 0)
    return `${wasOf(step).path} is no longer declared; it is empty and stays in the database`;
  const what = field === undefined ? `${rows} records` : `its values in ${rows} records`;
  const left = `${wasOf(step).path} is no longer declared: ${what} stay in the database but are not visible anywhere`;
  return step.likely ? `${left}. ${sayLikely(step)}` : left;
}

/** What would bring the values back, if it is a rename. */
export function sayLikely(step: PlanStep): string {
  const names = (step.likely ?? []).map(({ name }) => name).join(' or ');
  return `This looks like a rename to ${names}: if so, declare "was": "${wasOf(step).name}" there`;
}

/** The path of what a step drops, and the name a `was` would give. */
function wasOf({ id }: PlanStep): { path: string; name: string } {
  const path = id.slice('drop:'.length);
  return { path, name: path.split(/\.|__/).at(-1)! };
}
