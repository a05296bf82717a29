import { requireEntry } from '../../fields/require-entry.ts';
import { mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { type DeclaredFilter, fieldsBeyond, fieldsOfFilter } from './declared-filter.ts';

/** Whether a role may read all that decides whether the action is possible. */
export function seesCondition(
  descriptor: Descriptor,
  role: string,
  resource: Resource,
  { when }: { when?: DeclaredFilter | undefined },
): boolean {
  if (!when) return true;
  const { resources } = descriptor;
  return (
    fieldsOfFilter(when).every((field) => mayRead(descriptor, role, resource, field)) &&
    fieldsBeyond(when.unresolved).every(({ resource: other, field }) =>
      mayRead(descriptor, role, requireEntry(resources, other), field),
    )
  );
}
