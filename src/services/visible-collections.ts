import { mayDo } from '../descriptor/access.ts';
import { hidesRows } from '../descriptor/access-of.ts';
import type { VisibleCollections } from '../store/system/past/read-change-sets.ts';
import type { Acting } from './acting.ts';

/**
 * The collections whose changes the caller may see. Where the permissions hide records, these are only the caller's
 * own changes, because nobody can tell whether a record was hidden from them at the time of another one.
 */
export function visibleCollections({
  descriptor,
  role,
  user,
}: Pick<Acting, 'descriptor' | 'role' | 'user'>): VisibleCollections {
  const seen = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'history'),
  );
  const [own, all] = [true, false].map((limited) =>
    seen
      .filter((resource) => hidesRows(descriptor, role, resource) === limited)
      .map(({ name }) => name),
  );
  return { user: user._id, all: all!, own: own! };
}
