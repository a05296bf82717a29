import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import type { TransitionSource } from '../../fields/type/choice-states.ts';
import { mayRead, mayWrite } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { mayRun } from '../settings/actions.ts';
import type { ResourceSource } from '../settings/descriptor-settings.ts';
import { seesCondition } from '../filter/sees-condition.ts';
import { seenColors } from '../filter/seen-colors.ts';

type FieldSource = ResourceSource['fields'][string];

/** Of the rules of a field, what the role may read. */
export function toSeenRules(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  name: string,
): Partial<FieldSource> {
  return {
    ...toSeenStates(descriptor, role, resource, name),
    ...toSeenWhen(descriptor, role, resource, name),
    ...(!seesTargets(descriptor, role, resource, name) && { filter: undefined }),
  };
}

/** Whether the role may read all that the filter of a reference reads. An API key may leave out some of it. */
function seesTargets(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  name: string,
): boolean {
  const target = resource.targetFilters.get(name);
  if (!target) return true;
  const { to, filter: when, looksAt, behind } = target;
  const find = (other: string) => requireEntry(descriptor.resources, other);
  return (
    looksAt.every((field) => mayRead(descriptor, role, resource, field)) &&
    behind.every((each) => mayRead(descriptor, role, find(each.resource), each.field)) &&
    seesCondition(descriptor, role, find(to), { when })
  );
}

/**
 * The conditions of a field whose fields the role may read. An API key may leave out one that decides; the server judges
 * the others.
 */
function toSeenWhen(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  name: string,
): Pick<FieldSource, 'when'> {
  const { when } = requireEntry(resource.fields, name);
  if (!when) return {};
  const { beyond, ...own } = requireEntry(resource.conditions, name);
  const read = { ...own, ...beyond };
  const seen = (['shown', 'required', 'readOnly'] as const)
    .filter((each) => when[each] && seesCondition(descriptor, role, resource, { when: read[each] }))
    .map((each) => [each, when[each]] as const);
  return { when: Object.fromEntries(seen) };
}

/** The checks that read only what the role may read; the server judges the others. */
export function toSeenChecks(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  declared: ResourceSource['checks'] = [],
): NonNullable<ResourceSource['checks']> {
  const rules = new Map(
    [...resource.checks, ...resource.storedChecks].map((rule) => [rule.index, rule.check] as const),
  );
  return declared.filter((_, index) =>
    seesCondition(descriptor, role, resource, { when: requireEntry(rules, index) }),
  );
}

/** The colours of a list whose fields the role may read, and only on values that it may read. */
export function toSeenColors(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  declared: NonNullable<ResourceSource['list']>['colors'] = [],
): NonNullable<NonNullable<ResourceSource['list']>['colors']> {
  return seenColors(descriptor, role, resource).map((at) => {
    const { fields, ...color } = requireItem(declared, at);
    const seen = fields?.filter((field) => mayRead(descriptor, role, resource, field));
    return { ...color, ...(seen && { fields: seen }) };
  });
}

/** The states of a field with only the transitions that the role may use, and what of them it may read. */
function toSeenStates(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  name: string,
): { states?: unknown } {
  const field = requireEntry(resource.fields, name);
  const states = field.kind.states?.(field.settings);
  if (!states) return {};
  const transitions = requireEntry(resource.states, name).transitions.flatMap((action, index) => {
    if (!mayRun(descriptor, role, resource, action)) return [];
    const { when, reason, mail: _, ...rest } = requireItem(states.transitions, index);
    const isSeen = seesCondition(descriptor, role, resource, action);
    const seen: TransitionSource = {
      ...rest,
      ...(when && isSeen && { when, ...(reason !== undefined && { reason }) }),
      roles: [role],
      required: rest.required.filter((each) => mayRead(descriptor, role, resource, each)),
      form: rest.form.filter((each) => mayWrite(descriptor, role, resource, each)),
    };
    return [seen];
  });
  return { states: { initial: states.initial, transitions } };
}
