import { countNoun } from '../../fields/problems/count-noun.ts';
import type { Plan, PlanStep, Violations } from '../../contract/meta.ts';
import { toListPath } from '../../admin/kit/screen-paths.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { applyCommand, obstaclesOf } from '../../store/schema/plan/consent.ts';
import { likelyText } from '../../store/schema/plan/likely-renames.ts';

/** Returns a plan as lines of text: every step with its effects, and the command that applies it. */
export function writePlan(plan: Plan, descriptor: Descriptor): string[] {
  const { steps } = plan;
  if (steps.length === 0) return ['The database matches the descriptor: nothing to do'];
  const order: PlanStep['class'][] = ['additive', 'rewriting', 'destructive'];
  return [
    ...order.flatMap((kind) => {
      const all = steps.filter((step) => step.class === kind);
      const own = all.filter((step) => !isTrigger(step));
      const triggers = triggerLines(all.filter(isTrigger));
      if (all.length === 0) return [];
      return [
        `${kind} (${own.length + triggers.length})`,
        ...own.flatMap((step) => stepLines(step, descriptor)),
        ...triggers,
      ];
    }),
    '',
    ...commandLines(plan),
  ];
}

function commandLines(plan: Plan): string[] {
  const command = applyCommand(plan);
  if (command === undefined)
    return [
      `Plan ${plan.hash} cannot be applied. Correct this first, and plan again:`,
      ...obstaclesOf(plan).map((reason) => `  ${reason}`),
    ];
  return [`Plan ${plan.hash}. To apply it:`, `  ${command}`, ...dropHints(plan.steps)];
}

/** Triggers follow from what the other steps change; their names mean nothing to an operator. */
function triggerLines(steps: readonly PlanStep[]): string[] {
  const tables = new Set(steps.map(({ resource }) => resource));
  if (steps.length === 0) return [];
  const list = new Intl.ListFormat('en').format([...tables]);
  return [`  triggers  renews what computes and checks values of ${list}`];
}

function isTrigger({ id }: PlanStep): boolean {
  return /^(un)?trigger:/.test(id);
}

/** There is no command to paste for drops: the user has to name each one. */
function dropHints(steps: readonly PlanStep[]): string[] {
  if (!steps.some((step) => step.class === 'destructive' && step.optional)) return [];
  return [
    'This drops nothing. To apply a destructive step too, add --allow-destructive and the name of the step.',
  ];
}

function stepLines(step: PlanStep, descriptor: Descriptor): string[] {
  const { id, sentence, rows, violations, lost, unfit, usedBy, seconds, optional } = step;
  const linesOf = (what: string, details: Violations | undefined): string[] =>
    details ? violationLines(what, details, step, descriptor) : [];
  return [
    `  ${id}  ${sentence}`,
    ...(rows === undefined ? [] : [`      ${countText(rows, step)}`]),
    ...(seconds === undefined ? [] : [`      takes ${secondsText(seconds)} in the background`]),
    ...(usedBy ? [`      was used for: ${usedBy.join(', ')}`] : []),
    ...(step.likely ? [`      ${likelyText(step).sentence} and plan again`] : []),
    ...(optional
      ? [
          '      stays in the database, hidden, unless you name the step; a dropped step can be undone for 30 days',
        ]
      : []),
    ...linesOf('in conflict with this step', violations),
    ...linesOf(
      'whose values cannot be converted; you can restore the old values for 30 days',
      lost,
    ),
    ...linesOf('in conflict with the new rule', unfit),
  ];
}

/** A list shows simple conditions as chips and takes a nested filter as a whole. */
function asListFilter(where: NonNullable<Violations['where']>): Record<string, unknown> {
  const isNested = Object.keys(where).some((key) => ['and', 'or', 'not'].includes(key));
  return isNested ? { where } : where;
}

function countText(rows: number, step: PlanStep): string {
  const isField = step.field !== undefined && step.class === 'destructive';
  return `${countNoun(rows, 'record')}${isField ? ' with a value' : ''}`;
}

function secondsText(seconds: number | null): string {
  return seconds === null ? 'an unknown amount of time' : `about ${seconds} s`;
}

function violationLines(
  what: string,
  { count, sample, where }: Violations,
  { resource }: PlanStep,
  descriptor: Descriptor,
): string[] {
  const declared = descriptor.resources.get(resource);
  return [
    `      ${countNoun(count, 'record')} ${what}`,
    ...sample.map(({ _id, title, value }) => `        ${_id}  ${title}  ${JSON.stringify(value)}`),
    ...(where && declared
      ? [
          `        where ${JSON.stringify(where)}`,
          `        ${toListPath(declared, asListFilter(where))}`,
        ]
      : []),
  ];
}
