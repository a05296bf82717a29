import type { States, TransitionSource } from '../../../fields/type/choice-states.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Descriptor } from '../../descriptor.ts';
import { isObject } from '../../json-object.ts';
import { findLookup } from '../../lookups.ts';
import { suggestHint } from '../../suggest.ts';
import { findField } from '../../system-fields.ts';
import { asObject, asObjects, asTexts, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { checkRoleList } from './role-checks.ts';
import { checkCondition } from './condition-checks.ts';
import { checkBehind, checkName } from './screen-checks.ts';
import type { Path } from '../source-text.ts';

/** Checks the states of fields: states, roles and fields exist, and each step can be taken by those who may. */
export function checkStates(resource: DraftResource, draft: Draft): Flaw[] {
  const names = new Set(asObjects(resource.declared.actions).map(({ name }) => String(name)));
  return [...resource.fields.values()].flatMap((field) => {
    const states = field.kind.states?.(field.settings);
    if (!states) return [];
    const path = ['resources', resource.name, 'fields', field.name];
    const steps = states.transitions.map((step, index): DraftStep => ({
      step,
      path: [...path, 'states', 'transitions', index],
    }));
    return [
      ...checkBeginning(field, states, path),
      ...checkRepeats(steps, names),
      ...steps.flatMap((each) => checkStep(draft, resource, { field, states }, each)),
    ];
  });
}

type DraftStep = { step: TransitionSource; path: Path };

function checkBeginning(field: Field, states: States, path: Path): Flaw[] {
  const { all, initial } = states;
  const isInitial = field.default === undefined || initial.some((one) => one === field.default);
  return [
    ...initial.flatMap((one, at) =>
      checkState(field, all, one, [...path, 'states', 'initial', at]),
    ),
    ...(isInitial ? [] : [flaw('D075', [...path, 'default'], { states: initial.join(', ') })]),
    ...(field.readOnly
      ? [flaw('D007', [...path, 'readOnly'], { reason: 'nobody could take a step of its states' })]
      : []),
  ];
}

function checkState(field: Field, all: States['all'], value: unknown, path: Path): Flaw[] {
  if (all.some((one) => one === value)) return [];
  const states = all.map(String);
  const params = { value: String(value), field: field.name, states: states.join(', ') };
  return [flaw('D070', path, params, suggestHint(String(value), states))];
}

/** A bulk action names a transition, and a change of the field means one: so both lead to a single one. */
function checkRepeats(steps: readonly DraftStep[], names: Set<string>): Flaw[] {
  const ways = new Map<string, string>();
  return steps.flatMap(({ step, path }) => {
    const isTaken = names.has(step.name);
    names.add(step.name);
    const repeated = step.from.flatMap((from, at) => {
      const way = JSON.stringify([from, step.to]);
      const other = from === step.to ? step.name : ways.get(way);
      ways.set(way, step.name);
      const params = { from: String(from), to: String(step.to), other: other ?? '' };
      return other === undefined ? [] : [flaw('D071', [...path, 'from', at], params)];
    });
    return [...(isTaken ? [flaw('D012', [...path, 'name'])] : []), ...repeated];
  });
}

function checkStep(
  draft: Draft,
  resource: DraftResource,
  { field, states: { all } }: { field: Field; states: States },
  { step, path }: DraftStep,
): Flaw[] {
  const { from, to, roles, when, required, form, mail } = step;
  const able = changersIn(draft, resource, field);
  const mine = roles?.filter((role) => able.includes(role)) ?? able;
  return [
    ...from.flatMap((one, at) => checkState(field, all, one, [...path, 'from', at])),
    ...checkState(field, all, to, [...path, 'to']),
    ...checkRoleList(draft, roles, [...path, 'roles']),
    ...(roles ?? []).flatMap((role, at) =>
      draft.roles.get(role)?.all === false && !able.includes(role)
        ? [flaw('D072', [...path, 'roles', at], { role, field: field.name })]
        : [],
    ),
    ...(when
      ? checkCondition(draft, when, {
          scope: { resource, resources: draft.resources },
          path: [...path, 'when'],
          roles: mine,
          kind: 'a transition',
        })
      : []),
    ...required.flatMap((name, at) => checkName(resource, name, [...path, 'required', at])),
    ...form.flatMap((name, at) => checkAskedField(resource, name, [...path, 'form', at])),
    ...(mail?.to ?? []).flatMap((name, at) =>
      checkReceiver(draft, resource, name, [...path, 'mail', 'to', at]),
    ),
  ];
}

/** The form of a step asks for fields of the record that people can fill in. */
function checkAskedField(resource: DraftResource, name: string, path: Path): Flaw[] {
  const own = resource.fields.get(name);
  if (own?.kind.states?.(own.settings))
    return [flaw('D007', path, { reason: 'only its own transitions change a state' })];
  if (own?.readOnly)
    return [flaw('D007', path, { reason: `${name} is read-only, so nobody can fill it in` })];
  return checkName({ ...resource, fields: own ? resource.fields : new Map() }, name, path);
}

/** Mail goes to addresses and to users: of the record, or behind a reference. */
function checkReceiver(draft: Draft, resource: DraftResource, name: string, path: Path): Flaw[] {
  const field = findField(resource, name) ?? findLookup(draft.resources, resource, name)?.field;
  if (!field) return checkBehind(draft, resource, name, path) ?? checkName(resource, name, path);
  const isUser = field.kind.relation?.(field.settings).to === 'users';
  return isUser || field.kind.isAddress ? [] : [flaw('D073', path, { value: name })];
}

/** The roles without `all` that may change the field, as far as the draft says so. */
function changersIn(draft: Draft, { declared }: DraftResource, { read, write }: Field): string[] {
  return Object.entries(asObject(declared.permissions))
    .filter(([, rights]) =>
      isObject(rights) ? (rights.update ?? false) !== false : asTexts(rights).includes('update'),
    )
    .map(([role]) => role)
    .filter((role) => draft.roles.get(role)?.all !== true)
    .filter((role) => [read, write].every((roles) => roles?.includes(role) ?? true));
}

/** Warns of states in which a record can only be because it was imported or is older than the states. */
export function warnOfStates({ resources }: Descriptor): Flaw[] {
  return [...resources.values()].flatMap((resource) =>
    [...resource.states].flatMap(([name, { all, initial, transitions }]) => {
      const reached = new Set([...initial, ...transitions.map(({ step }) => step.to)]);
      const lost = all.filter((one) => !reached.has(one));
      const path = ['resources', resource.name, 'fields', name, 'states', 'transitions'];
      return lost.length === 0 ? [] : [flaw('D074', path, { states: lost.join(', ') })];
    }),
  );
}
