import { toListPath } from '../../admin/kit/screen-paths.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { applyCommand } from '../../store/schema/plan/apply-command.ts';
import { sayLikely } from '../../store/schema/plan/left-steps.ts';
import type { Plan, PlanStep, Violations } from '../../store/plan/plan.ts';

/** A plan in lines for people: every step with what it means, and the command that applies it. */
export function sayPlan(plan: Plan, descriptor: Descriptor): string[] {
  const { steps } = plan;
  if (steps.length === 0) return ['The database follows the descriptor: nothing to do'];
  const order: PlanStep['class'][] = ['additive', 'rewriting', 'destructive'];
  return [
    ...order.flatMap((kind) => {
      const own = steps.filter((step) => step.class === kind);
      if (own.length === 0) return [];
      return [`${kind} (${own.length})`, ...own.flatMap((step) => sayStep(step, descriptor))];
    }),
    '',
    `Plan ${plan.hash}. To apply it:`,
    `  ${applyCommand(plan)}`,
    ...sayDrops(steps),
  ];
}

/** No command to be pasted: what goes is named by whoever lets it go. */
function sayDrops(steps: readonly PlanStep[]): string[] {
  if (!steps.some((step) => step.class === 'destructive' && step.optional)) return [];
  return [
    'That drops nothing. To drop a destructive step too, add --allow-destructive and the name of the step.',
  ];
}

function sayStep(step: PlanStep, descriptor: Descriptor): string[] {
  const { id, sentence, rows, violations, lost, unfit, usedBy, seconds, optional } = step;
  const say = (what: string, found: Violations | undefined): string[] =>
    found ? sayViolations(what, found, step, descriptor) : [];
  return [
    `  ${id}  ${sentence}`,
    ...(rows === undefined ? [] : [`      ${sayCount(rows, step)}`]),
    ...(seconds === undefined ? [] : [`      takes ${saySeconds(seconds)}, nobody waits for it`]),
    ...(usedBy ? [`      was used for: ${usedBy.join(', ')}`] : []),
    ...(step.likely ? [`      ${sayLikely(step)} and plan again`] : []),
    ...(optional
      ? [
          '      stays in the database, unseen, when the step is not named; is kept aside for 30 days when it is',
        ]
      : []),
    ...say('in the way, so this cannot be applied', violations),
    ...say('do not convert; they are kept aside for 30 days', lost),
    ...say('do not fit the new rule', unfit),
  ];
}

/** Terms of fields are chips of a list; what is nested it takes whole. */
function asListFilter(where: NonNullable<Violations['where']>): Record<string, unknown> {
  const isNested = Object.keys(where).some((key) => ['and', 'or', 'not'].includes(key));
  return isNested ? { where } : where;
}

function sayCount(rows: number, step: PlanStep): string {
  const isField = step.field !== undefined && step.class === 'destructive';
  return isField ? `${rows} records have a value in it` : `${rows} records`;
}

function saySeconds(seconds: number | null): string {
  return seconds === null ? 'a time that was not measured yet' : `about ${seconds} s`;
}

function sayViolations(
  what: string,
  { count, sample, where }: Violations,
  { resource }: PlanStep,
  descriptor: Descriptor,
): string[] {
  const declared = descriptor.resources.get(resource);
  return [
    `      ${count} records ${what}`,
    ...sample.map(({ _id, title, value }) => `        ${_id}  ${title}  ${JSON.stringify(value)}`),
    ...(where && declared
      ? [
          `        where ${JSON.stringify(where)}`,
          `        ${toListPath(declared, asListFilter(where))}`,
        ]
      : []),
  ];
}
