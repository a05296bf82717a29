import type { Resource } from '../../descriptor/descriptor.ts';
import {
  hasRowFilters,
  rowFilters,
  type Asker,
  type RowFilters,
} from '../../descriptor/filter/row-filters.ts';
import type { Restriction } from '../../store/store.ts';
import type { UserCall } from './call.ts';

/** What the permissions leave the caller of the records; undefined: all of them. */
export function restrictionOf({
  descriptor,
  role,
  user,
}: Pick<UserCall, 'descriptor' | 'role' | 'user'>): Restriction | undefined {
  if (!hasRowFilters(descriptor, role)) return undefined;
  const asker: Asker = { role, userId: user._id, now: new Date() };
  // The same for the whole of the call: a record must not come and go with the clock.
  const known = new Map<Resource, RowFilters | undefined>();
  return {
    role,
    rowsOf(resource) {
      if (!known.has(resource)) known.set(resource, rowFilters(descriptor, asker, resource));
      return known.get(resource);
    },
  };
}
