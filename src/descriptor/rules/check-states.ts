import { requireEntry, requireValue } from '../../fields/require-entry.ts';
import { choiceParams, type ChoiceSettings } from '../../fields/type/choice-list.ts';
import type { Field } from '../../fields/type/field.ts';
import { problem, type Problem, type ProblemParams } from '../../fields/problems/problem.ts';
import { textParams } from '../../fields/problems/text-params.ts';
import type { Action } from '../settings/actions.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { emptyOf } from '../field-check.ts';
import { evaluateFilter } from '../filter/evaluate-filter.ts';
import { conditionParams } from '../filter/condition-params.ts';
import { isKnownInMemory, resolveFilter } from '../filter/declared-filter.ts';
import type { Moment } from '../expression/variables.ts';
import { isSameJson, type JsonObject } from '../json-object.ts';
import { findTransition, stepsFrom, type FieldStates, type Transition } from './states.ts';

/** Who writes a record. */
export type StateWriter = {
  role: string;
  isNew: boolean;
  /** A record may begin in any state, and return to any, as in an import by a role with `all`. */
  beginsAnywhere?: boolean;
  /** Who restores: some values of an earlier version, or a whole one. */
  past?: 'values' | 'whole';
};

/** Who brings back values of an earlier version of a record. */
export function restorer(
  { roles }: Pick<Descriptor, 'roles'>,
  role: string,
  past: NonNullable<StateWriter['past']>,
): StateWriter {
  return { role, isNew: false, beginsAnywhere: roles.get(role)?.all === true, past };
}

type StateCheck = {
  resource: Pick<Resource, 'name' | 'fields' | 'states'>;
  record: JsonObject;
  before: JsonObject;
  moment: Moment;
  broken?: ReadonlySet<string>;
  writer: StateWriter | undefined;
};

/**
 * Checks that each state changes by a declared step only. A whole earlier version may also return to a state that the
 * writer could lead it to from elsewhere: its values passed that step. `seen` is the record without hidden values.
 */
export function checkStates(check: StateCheck, seen: JsonObject): Problem[] {
  const { resource, record, before, broken, writer } = check;
  if (!writer) return [];
  return [...resource.states].flatMap(([name, states]) => {
    const to = record[name] ?? null;
    const from = writer.isNew ? null : (before[name] ?? null);
    if (broken?.has(name) || isSameJson(from, to)) return [];
    if (writer.past === 'whole' && mayReach(states, writer, to)) return [];
    const field = requireEntry(resource.fields, name);
    if (to === null) return [problem('V001', name)];
    if (from === null) return checkBeginning(field, states, to, writer);
    const step = findTransition(resource, name, from, to);
    if (!step) return [refuseStep(field, states, { from, to, role: writer.role })];
    return checkStep(check, step, seen);
  });
}

/** Whether any step of the role leads to a state; who may begin anywhere may return to anywhere. */
function mayReach(states: FieldStates, { role, beginsAnywhere }: StateWriter, to: unknown) {
  if (beginsAnywhere) return true;
  return states.transitions.some(({ step, roles }) => step.to === to && roles.includes(role));
}

/** A record gets its first state when it is created, or when a record from before the states is changed. */
function checkBeginning(
  field: Field,
  states: FieldStates,
  to: unknown,
  { isNew, beginsAnywhere = false }: StateWriter,
): Problem[] {
  if ((isNew && beginsAnywhere) || states.initial.some((one) => one === to)) return [];
  return [problem('V051', field.name, namesOf('choices', field, states.initial))];
}

/** The problem of a change that no step allows; it names the steps that lead on. */
function refuseStep(
  field: Field,
  states: FieldStates,
  { from, to, role }: { from: unknown; to: unknown; role: string },
): Problem {
  const allowed = stepsFrom(states, role, from).map(({ step }) => step.to);
  const places = {
    ...namesOf('from', field, [from]),
    ...namesOf('to', field, [to]),
  };
  return allowed.length === 0
    ? problem('V052', field.name, { ...places, role })
    : problem('V050', field.name, { ...places, ...namesOf('choices', field, allowed) });
}

function checkStep(check: StateCheck, action: Transition, seen: JsonObject): Problem[] {
  const { resource, moment, broken, writer } = check;
  const { step, roles, when, label } = action;
  const named = textParams('step', label);
  const { role } = requireValue(writer, 'writer');
  if (!roles.includes(role)) return [problem('A022', step.field, { ...named, role })];
  const missing = step.required.filter((name) => {
    const empty = emptyOf(requireEntry(resource.fields, name));
    return !broken?.has(name) && isSameJson(seen[name] ?? empty, empty);
  });
  // The database judges what the record alone does not decide.
  const isOpen = !when || !isKnownInMemory(resource, when.unresolved);
  const isMet = isOpen || evaluateFilter(resolveFilter(when, moment), seen);
  return [
    ...missing.map((name) => problem('V053', name, named)),
    ...(isMet ? [] : [stepProblem(resource, action)]),
  ];
}

/** The problem of a step whose condition the record does not meet. */
export function stepProblem(resource: Pick<Resource, 'fields'>, action: Transition): Problem {
  const params = { ...textParams('step', action.label), ...reasonOf(resource, action) };
  return problem('V054', action.step.field, params);
}

/** The problem of an action for a record that it is not for. */
export function refusedAction(resource: Resource, action: Action): Problem {
  const { step } = action;
  if (!step) return problem('S031', '', reasonOf(resource, action));
  const from = { path: step.field, operator: 'in', operands: step.from } as const;
  return problem('S031', '', conditionParams(resource, from));
}

/** Why an action is not for a record: its own words, else its filter. */
function reasonOf(
  resource: Pick<Resource, 'fields'>,
  { when, reason }: Pick<Action, 'when' | 'reason'>,
): ProblemParams {
  if (reason) return textParams('condition', reason);
  return when ? conditionParams(resource, when.unresolved) : { condition: '' };
}

/** States in a placeholder. */
function namesOf(name: string, field: Field, values: readonly unknown[]): ProblemParams {
  return choiceParams(name, values, field.settings as ChoiceSettings);
}
