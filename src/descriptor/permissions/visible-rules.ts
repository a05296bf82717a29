import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import type { TransitionSource } from '../../fields/type/choice-states.ts';
import { mayRead, mayWrite } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { fieldsBeyond, fieldsOfFilter, toDeclaredFilter } from '../filter/declared-filter.ts';
import { mayRun } from '../settings/actions.ts';
import type { ResourceSource } from '../settings/descriptor-settings.ts';
import { seesCondition } from './is-offered.ts';

/**
 * The conditions of a field whose fields the role may read. An API key may leave out one that decides; the server judges
 * the others.
 */
export function toSeenWhen(
  resource: Resource,
  when: ResourceSource['fields'][string]['when'],
  sees: (field: string) => boolean,
): Pick<ResourceSource['fields'][string], 'when'> {
  const seen = Object.entries(when ?? {}).filter(([, where]) => readsOnly(resource, where, sees));
  return when ? { when: Object.fromEntries(seen) } : {};
}

/** The checks that read only what the role may read; the server judges the others. */
export function toSeenChecks(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  declared: ResourceSource['checks'] = [],
): NonNullable<ResourceSource['checks']> {
  const { resources } = descriptor;
  const rules = new Map(
    [...resource.checks, ...resource.storedChecks].map((rule) => [rule.index, rule.check] as const),
  );
  return declared.filter((_, index) => {
    const check = requireEntry(rules, index);
    return (
      fieldsOfFilter(check).every((field) => mayRead(descriptor, role, resource, field)) &&
      fieldsBeyond(check.unresolved).every(({ resource: of, field }) =>
        mayRead(descriptor, role, requireEntry(resources, of), field),
      )
    );
  });
}

function readsOnly(resource: Resource, where: unknown, sees: (field: string) => boolean): boolean {
  return fieldsOfFilter(toDeclaredFilter(resource, where)).every(sees);
}

/** The states of a field with only the transitions that the role may use, and what of them it may read. */
export function toSeenStates(
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
