import type { TransitionSource } from '../../fields/type/choice-states.ts';
import { mayRead, mayWrite } from '../access.ts';
import { mayRun } from '../settings/actions.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { seesCondition } from './is-offered.ts';

/** The states of a field with only the transitions that the role may use, and what of them it may read. */
export function toSeenStates(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  name: string,
): { states?: unknown } {
  const field = resource.fields.get(name)!;
  const states = field.kind.states?.(field.settings);
  if (!states) return {};
  const transitions = resource.states.get(name)!.transitions.flatMap((action, index) => {
    if (!mayRun(descriptor, role, resource, action)) return [];
    const { when, reason, mail: _, ...rest } = states.transitions[index]!;
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
