import { type Sentence, toSentence } from '../../fields/problems/plan-text.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Field } from '../../fields/type/field.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import type { Resource } from '../descriptor.ts';
import { conditionParams } from '../filter/condition-params.ts';
import { isKnownInMemory, type DeclaredFilter } from '../filter/declared-filter.ts';
import type { Filter } from '../filter/filter.ts';
import { checkProblems } from './check-rules.ts';
import { stepProblem } from './check-states.ts';
import type { Check } from './rules.ts';
import type { Transition } from './states.ts';

/** A rule that the database judges in the transaction of each write, by whatever way it comes. */
export type StoredRule = {
  /** Its name within the resource: `checks.0`. */
  name: string;
  /** What must hold for the record. */
  holds: Filter;
  on?: Check['on'];
  /** Whether it is judged when the records change that it counts. */
  isCounting: boolean;
  /** Whether it is about a step: a record that comes back as a whole version takes none. */
  isStep?: true;
  problems: readonly Problem[];
  /** What it does, for a plan, which counts the records that break it; absent: it is about a change. */
  sentence?: Sentence;
};

type Ruled = Pick<Resource, 'name' | 'fields' | 'conditions' | 'states' | 'storedChecks'>;

const known = new WeakMap<Ruled, readonly StoredRule[]>();

/** The rules of a resource that the values of a record alone do not decide: checks, and the conditions of fields and steps. */
export function storedRulesOf(resource: Ruled): readonly StoredRule[] {
  let rules = known.get(resource);
  if (!rules) known.set(resource, (rules = toRules(resource)));
  return rules;
}

function toRules(resource: Ruled): StoredRule[] {
  const steps = [...resource.states.values()].flatMap(({ transitions }) => transitions);
  return [
    ...resource.storedChecks.map((check) => ({
      name: `checks.${check.index}`,
      holds: check.check.unresolved,
      ...(check.on && { on: check.on }),
      isCounting: true,
      problems: checkProblems(check),
      sentence: toSentence('checks', { table: resource.name, check: textOf(check) }),
    })),
    ...[...resource.conditions.keys()].flatMap((name) =>
      ofField(resource, requireEntry(resource.fields, name)),
    ),
    ...steps.flatMap((step) => ofStep(resource, step)),
  ];
}

function ofField(resource: Ruled, field: Field): StoredRule[] {
  const conditions = requireEntry(resource.conditions, field.name);
  const { shown, required, readOnly } = conditions.beyond;
  const { name } = field;
  const path = `${resource.name}.${name}`;
  const rule = (when: string, holds: Filter, found: Problem, sentence?: Sentence): StoredRule[] => [
    {
      name: `fields.${name}.${when}`,
      holds,
      isCounting: false,
      problems: [found],
      ...(sentence && { sentence }),
    },
  ];
  const isEmpty = emptyAt(name);
  // Where it is not shown it is empty, whatever else is asked.
  const where = conditions.shown ?? shown;
  const v026 = shown && problem('V026', name, conditionParams(resource, shown.unresolved));
  const v001 = problem('V001', name);
  const isFilled = unless([where, required], { not: isEmpty });
  const kept = readOnly ? unless([where, readOnly], isUntouched(name)) : undefined;
  return [
    ...(shown && v026
      ? rule(
          'shown',
          { or: [isEmpty, shown.unresolved] },
          v026,
          toSentence('restrictsToSome', { path }),
        )
      : []),
    ...(required ? rule('required', isFilled, v001, toSentence('requiresSome', { path })) : []),
    // A new record is free: so is one that comes back from the trash, with the value that it had.
    ...(kept
      ? rule('readOnly', kept, problem('V010', name)).map((each) => ({ ...each, on: onUpdate }))
      : []),
  ];
}

function textOf({ declared }: Check): string {
  return typeof declared === 'string' ? declared : JSON.stringify(declared);
}

const onUpdate = ['update'] as const;

function emptyAt(path: string): Filter {
  return { path, operator: 'null', operands: [] };
}

function isUntouched(path: string): Filter {
  const before = `$before.${path}`;
  return {
    or: [
      { path, operator: 'eq', operands: [{ field: before }] },
      { and: [emptyAt(path), emptyAt(before)] },
    ],
  };
}

/** A step needs its condition when it is taken. */
function ofStep(resource: Ruled, action: Transition): StoredRule[] {
  const { when, name, step } = action;
  if (!when || isKnownInMemory(resource, when.unresolved)) return [];
  const { field, from, to } = step;
  const isTaken: Filter = {
    and: [
      { path: `$before.${field}`, operator: 'in', operands: from },
      { path: field, operator: 'eq', operands: [to] },
    ],
  };
  const holds: Filter = { or: [{ not: isTaken }, when.unresolved] };
  const problems = [stepProblem(resource, action)];
  return [{ name: `steps.${name}`, holds, isCounting: false, isStep: true, problems }];
}

function unless(conditions: readonly (DeclaredFilter | undefined)[], otherwise: Filter): Filter {
  const and = conditions.flatMap((each) => (each ? [each.unresolved] : []));
  return { or: [{ not: { and } }, otherwise] };
}
