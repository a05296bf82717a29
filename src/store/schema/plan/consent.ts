import { countNoun } from '../../../fields/problems/count-noun.ts';
import type { Plan, PlanStep } from '../../../contract/meta.ts';
import { droppedText } from './likely-renames.ts';

/** What the person who applies a plan has agreed to. */
export type Consent = {
  /** The hash of the plan that was shown. */
  plan?: string | undefined;
  rewrite: boolean;
  destructive: boolean;
  /** The steps named one by one: each that drops something, each conversion that loses something. */
  named: ReadonlySet<string>;
  /** Reasons do not name options of the command. */
  inBrowser?: boolean;
};

/** The reasons why the plan may not be carried out; empty when it may. */
export function missingConsent({ hash, steps }: Plan, consent: Consent): string[] {
  if (consent.plan !== undefined && consent.plan !== hash)
    return [
      `The database or the descriptor has changed since this plan was made. Review the new plan${consent.inBrowser ? '' : ' with npx backoffice plan'}`,
    ];
  const asksForMore = consent.rewrite || consent.destructive;
  if (asksForMore && consent.plan === undefined)
    return [
      '--allow-rewrite and --allow-destructive require --plan with the hash that npx backoffice plan prints',
    ];
  const unknown = [...consent.named].filter((id) => !steps.some((step) => step.id === id));
  return [
    ...unknown.map((id) => `The plan has no step ${id}`),
    ...steps.flatMap((step) => missingFor(step, consent)),
    ...(consent.plan === undefined ? steps.flatMap(askForRename) : []),
  ];
}

/** Somebody who has not seen the plan may not know that values are about to disappear from every screen. */
function askForRename(step: PlanStep): string[] {
  if (!step.likely?.some(({ isNew }) => isNew)) return [];
  return [
    `${droppedText(step).sentence}; if not, apply with --plan and the hash npx backoffice plan prints`,
  ];
}

function missingFor(
  { id, class: kind, sentence, optional, lost, violations, correct }: PlanStep,
  consent: Consent,
): string[] {
  const isNamed = consent.named.has(id);
  const allow = (option: string): string =>
    consent.inBrowser ? 'allow this step' : `allow it with ${option}`;
  if (optional && !isNamed) return [];
  if (violations) {
    const conflict = `this conflicts with ${countNoun(violations.count, 'record')}`;
    const reason = correct === undefined ? conflict : `${conflict}: ${correct}`;
    return [`${id}: ${sentence}, but ${reason}`];
  }
  if (kind === 'destructive') {
    if (!optional) return [`${id}: ${sentence}`];
    return consent.destructive ? [] : [`${id}: ${sentence}; ${allow(`--allow-destructive ${id}`)}`];
  }
  if (kind !== 'rewriting') return [];
  if (!consent.rewrite) return [`${id}: ${sentence}; ${allow('--allow-rewrite')}`];
  if (lost && !isNamed)
    return [
      `${id}: ${sentence}, but this cannot convert ${countNoun(lost.count, 'value')}; name the step to continue without them`,
    ];
  return [];
}

/** What prevents a plan, whatever a person agrees to. */
export function obstaclesOf(plan: Plan): string[] {
  const named = new Set(losingSteps(plan).map(({ id }) => id));
  return missingConsent(plan, { plan: plan.hash, rewrite: true, destructive: false, named });
}

function losingSteps({ steps }: Plan): PlanStep[] {
  return steps.filter(({ class: kind, lost }) => kind === 'rewriting' && lost !== undefined);
}

/**
 * The command that applies a plan; undefined while something prevents it. It never includes steps that drop something;
 * a person must write those.
 */
export function applyCommand(plan: Plan): string | undefined {
  if (obstaclesOf(plan).length > 0) return undefined;
  const { hash, steps } = plan;
  const rewrites = steps.some((step) => step.class === 'rewriting');
  const named = losingSteps(plan);
  return [
    'npx backoffice apply',
    `--plan ${hash}`,
    ...(rewrites ? ['--allow-rewrite'] : []),
    ...named.map(({ id }) => id),
  ].join(' ');
}
