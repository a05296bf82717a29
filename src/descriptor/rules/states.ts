import { requireEntry } from '../../fields/require-entry.ts';
import type { ChoiceValue } from '../../fields/type/choice-list.ts';
import type { States, TransitionSource } from '../../fields/type/choice-states.ts';
import type { Field, Text } from '../../fields/type/field.ts';
import { toText } from '../../fields/problems/localized-text.ts';
import type { Action } from '../settings/actions.ts';
import type { Resource } from '../descriptor.ts';
import { readDeclared } from '../filter/declared-filter.ts';
import { nameToLabel } from '../name-to-label.ts';

/** What an action that is a transition does: it writes a state into a field. */
export type Step = {
  field: string;
  from: readonly ChoiceValue[];
  to: ChoiceValue;
  /** The fields that must have a value for it. */
  required: readonly string[];
  /** The paths of those who get a mail. */
  mailTo: readonly string[];
};

/** A step from one state to another: an action of the API route that changes a record. */
export type Transition = Action & { step: Step };

/** The states of one field; `transitions` are among the actions of the resource too. */
export type FieldStates = Omit<States, 'transitions'> & { transitions: readonly Transition[] };

type Parts = Pick<Resource, 'name' | 'fields' | 'root' | 'permissions'>;

type Surroundings = {
  /** The roles that may everything. */
  mighty: readonly string[];
  languages: readonly string[];
  resources: ReadonlyMap<string, Pick<Resource, 'name' | 'fields'>>;
};

/** The states of each field that has them. */
export function toFieldStates(
  resource: Parts,
  surroundings: Surroundings,
): ReadonlyMap<string, FieldStates> {
  const entries = [...resource.fields.values()].flatMap((field) => {
    const states = field.kind.states?.(field.settings);
    if (!states) return [];
    const transitions = states.transitions.map((each) =>
      toTransition(resource, field, each, surroundings),
    );
    return [[field.name, { ...states, transitions }] as const];
  });
  return new Map(entries);
}

function toTransition(
  resource: Parts,
  field: Field,
  declared: TransitionSource,
  { mighty, languages, resources }: Surroundings,
): Transition {
  const { name, from, to, icon, label, roles, when, reason, confirm, form, required } = declared;
  const inAll = (text: string | Text): Text => toText(text, languages);
  const mayTake = roles ?? changersOf(resource, field);
  return {
    name,
    icon,
    label: inAll(label ?? nameToLabel(name)),
    ...(confirm !== undefined && { confirm: inAll(confirm) }),
    ...(reason !== undefined && { reason: inAll(reason) }),
    ...(when && { when: readDeclared({ resource, resources }, when) }),
    roles: [...new Set([...mighty, ...mayTake])],
    form: new Map(
      form.map((each) => [each, asAsked(requireEntry(resource.fields, each), required)]),
    ),
    bulk: true,
    method: 'PATCH',
    path: `${resource.root}/{_id}`,
    step: { field: field.name, from, to, required, mailTo: declared.mail?.to ?? [] },
  };
}

function asAsked(field: Field, required: readonly string[]): Field {
  return required.includes(field.name) ? { ...field, required: true } : field;
}

/** The roles that may change the field, besides those that may everything. */
function changersOf({ permissions }: Pick<Resource, 'permissions'>, field: Field): string[] {
  return Object.entries(permissions)
    .filter(([, operations]) => operations.includes('update'))
    .map(([role]) => role)
    .filter((role) => [field.read, field.write].every((roles) => roles?.includes(role) ?? true));
}

/** The transitions that lead from one state to another; at most one, as they are declared. */
export function findTransition(
  { states }: Pick<Resource, 'states'>,
  field: string,
  from: unknown,
  to: unknown,
): Transition | undefined {
  return states
    .get(field)
    ?.transitions.find(({ step }) => step.to === to && step.from.some((one) => one === from));
}

/** The transitions that lead on from a state for a role, whether or not their conditions hold. */
export function stepsFrom(states: FieldStates, role: string, from: unknown): readonly Transition[] {
  return states.transitions.filter(
    ({ step, roles }) => roles.includes(role) && step.from.some((one) => one === from),
  );
}

/**
 * The states that a field can have next: the present one, and those that the steps of the role lead to. A record
 * without a state begins in an initial one.
 */
export function nextStates(states: FieldStates, role: string, now: unknown): readonly unknown[] {
  if (now === null || now === undefined) return states.initial;
  return [now, ...stepsFrom(states, role, now).map(({ step }) => step.to)];
}

/**
 * The record after a write as permissions judge it: with the states from before its steps, because a step may lead
 * out of what its role sees or may change. Every other value counts as it is now.
 */
export function statesBefore(
  resource: Pick<Resource, 'states'>,
  role: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const taken = [...resource.states.keys()].filter((name) => {
    const step = findTransition(resource, name, before[name], after[name]);
    return step?.roles.includes(role) === true;
  });
  return Object.fromEntries(taken.map((name) => [name, before[name]]));
}

/** The roles that may everything, in the order of the descriptor. */
export function mightyRoles(roles: Readonly<Record<string, { all?: boolean | undefined }>>) {
  return Object.entries(roles).flatMap(([name, { all }]) => (all ? [name] : []));
}
