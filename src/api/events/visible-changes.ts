import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/evaluate-filter.ts';
import type { Change } from '../../store/changes.ts';
import type { Store } from '../../store/store.ts';
import type { CurrentUser } from '../call.ts';
import { restrictionOf } from '../restriction-of.ts';

export type Listener = { descriptor: Descriptor; user: CurrentUser; store: Store };

/** Of the changes those of records the listener may read, the last of each record. */
export async function visibleChanges(
  changes: readonly Change[],
  listener: Listener,
): Promise<Change[]> {
  const { descriptor, user } = listener;
  const groups = [...Map.groupBy(changes, ({ resource }) => resource)];
  const visible = await Promise.all(
    groups.map(async ([name, group]) => {
      const resource = descriptor.resources.get(name);
      const mayRead =
        resource &&
        (['list', 'read'] as const).some((each) => mayDo(descriptor, user.role, resource, each));
      return mayRead ? amongTheirs(lastOfEach(group), resource, listener) : [];
    }),
  );
  return visible.flat();
}

/** A new record that was changed at once is still new to whoever has not heard of it. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) {
    const isNew = last.get(change.id)?.operation === 'create' && change.operation === 'update';
    last.set(change.id, isNew ? { ...change, operation: 'create' } : change);
  }
  return [...last.values()];
}

/** The rows the permissions hide are asked for as any list asks; those that are gone tell by what they were. */
async function amongTheirs(
  changes: Change[],
  resource: Resource,
  { descriptor, user, store }: Listener,
): Promise<Change[]> {
  const restriction = restrictionOf({ descriptor, user, role: user.role });
  const see = restriction?.rowsOf(resource)?.see;
  if (!restriction || !see) return changes;
  const there = changes.filter(({ operation }) => operation !== 'delete').map(({ id }) => id);
  const theirs = store.restrictedTo(restriction);
  const found = there.length > 0 ? await theirs.findMany(resource, '_id', there, ['_id']) : [];
  const ids = new Set(found.map(({ _id }) => _id));
  return changes.filter(({ id, operation, before }) =>
    operation === 'delete' ? before !== null && evaluateFilter(see, before) : ids.has(id),
  );
}
