import type { PlanStep } from '../../../contract/meta.ts';
import { countNoun } from '../../../fields/count-noun.ts';
import { fieldBefore, type PlanSite } from './describe-step.ts';

/** Says which fields have other rules than in the former descriptor; empty when none has. */
export function changedRules(at: PlanSite): string[] {
  if (!at.before) return [];
  const names = [...at.descriptor.resources.values()].flatMap(({ name: table, fields }) =>
    [...fields.values()].flatMap((field) => {
      const before = fieldBefore(at, table, field.name);
      const rule = ({ type, settings, required }: typeof field): string =>
        JSON.stringify([type, settings, required]);
      return before && rule(before) !== rule(field) ? [`${table}.${field.name}`] : [];
    }),
  );
  return names.length === 0 ? [] : [`Rules updated: ${names.join(', ')}`];
}

/** The records that can only be saved again once they are corrected. */
export function unfitTexts(steps: readonly PlanStep[]): string[] {
  return steps.flatMap(({ sentence, unfit }) =>
    unfit ? [`${sentence} (${countNoun(unfit.count, 'record')})`] : [],
  );
}
