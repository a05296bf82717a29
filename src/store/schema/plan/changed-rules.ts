import type { PlanStep } from '../../../contract/meta.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { type Sentence, toSentence } from '../../../fields/problems/plan-text.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fieldBefore, type PlanSite } from './steps/describe-step.ts';

/** Says which fields, steps between states and checks have other rules than in the former descriptor; empty when none has. */
export function changedRules(at: PlanSite): Sentence[] {
  const { before, descriptor, pending } = at;
  if (!before) return [];
  const names = [...descriptor.resources.values()].flatMap((resource) => {
    const { name } = resource;
    const resourceBefore = before.resources.get(pending.renames.oldTable(name));
    if (!resourceBefore) return [];
    const ofFields = [...resource.fields.values()].flatMap((field) => {
      const old = fieldBefore(at, name, field.name);
      return old ? differing(rulesOf(old), rulesOf(field), `${name}.${field.name}`) : [];
    });
    return [...ofFields, ...differing(checksOf(resourceBefore), checksOf(resource), name)];
  });
  return names.length === 0 ? [] : [toSentence('rulesUpdated', { names: names.join(', ') })];
}

type NamedRules = ReadonlyMap<string, string>;

/** The rules of a field under an empty name, and those of each of its steps. */
function rulesOf({ type, settings, required, when, kind }: Field): NamedRules {
  const own = JSON.stringify([type, settings, required, when], (key, value: unknown) =>
    key === 'transitions' ? undefined : value,
  );
  const steps = kind.states?.(settings)?.transitions ?? [];
  return new Map([['', own], ...steps.map((step) => [step.name, JSON.stringify(step)] as const)]);
}

function checksOf({ checks, storedChecks }: Resource): NamedRules {
  const all = [...checks, ...storedChecks]
    .toSorted((one, other) => one.index - other.index)
    .map(({ declared, message, fields, on }) => ({ declared, message, fields, on }));
  return all.length === 0 ? new Map() : new Map([['checks', JSON.stringify(all)]]);
}

function differing(before: NamedRules, now: NamedRules, owner: string): string[] {
  return [...new Set([...now.keys(), ...before.keys()])]
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => (name === '' ? owner : `${owner}.${name}`));
}

/** The records that can only be saved again once they are corrected. */
export function unfitTexts(steps: readonly PlanStep[]): Sentence[] {
  return steps.flatMap(({ text, unfit }) =>
    unfit ? [toSentence('unfit', { rule: text, count: unfit.count })] : [],
  );
}
