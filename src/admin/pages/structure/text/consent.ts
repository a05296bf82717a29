import type { Plan, PlanStep } from '../../../../contract/meta.ts';

/** The IDs of the steps that the person has allowed. */
export type Allowed = readonly string[];

/** Whether a person decides about this step: it rewrites what is stored, or drops something. */
export function asksForConsent({ class: kind, optional }: PlanStep): boolean {
  return kind === 'rewriting' || optional === true;
}

/** What the plan still needs, and what to send with it once it needs nothing. */
export function toConsent({ steps }: Plan, allowed: Allowed) {
  const isAllowed = ({ id }: PlanStep): boolean => allowed.includes(id);
  const isDone = (step: PlanStep): boolean => !step.optional || isAllowed(step);
  return {
    isBlocked: steps.some((step) => isDone(step) && isImpossible(step)),
    missing: steps.filter(
      (step) => step.class === 'rewriting' && !step.optional && !isAllowed(step),
    ).length,
    allowRewrite: steps.some((step) => step.class === 'rewriting' && isAllowed(step)),
    // The server asks for the name of each step that loses something.
    allowDestructive: steps
      .filter((step) => isAllowed(step) && (step.optional || step.lost))
      .map(({ id }) => id),
  };
}

function isImpossible({ class: kind, optional, violations }: PlanStep): boolean {
  return violations !== undefined || (kind === 'destructive' && !optional);
}
