import { requireEntry } from '../../fields/require-entry.ts';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import type { Change } from '../../store/connection/changes.ts';
import type { Restriction, Store } from '../../store/store.ts';
import { type CurrentUser, restrictionOf } from '../../services/acting.ts';

/** The changes of records that the listener may read; only the last one of each record. */
export async function visibleChanges(
  changes: readonly Change[],
  listener: { descriptor: Descriptor; user: CurrentUser; store: Store },
): Promise<readonly Change[]> {
  const { descriptor, user } = listener;
  const readable = changesFor(changes, descriptor, user.role);
  const restriction = restrictionOf({ descriptor, user, role: user.role });
  if (!restriction) return readable;
  const groups = [...Map.groupBy(readable, ({ resource }) => resource)];
  const visible = await Promise.all(
    groups.map(([name, group]) =>
      amongTheirs(group, requireEntry(descriptor.resources, name), restriction, listener.store),
    ),
  );
  return visible.flat();
}

// Thousands of listeners may have the same role, so the changes for a role are determined once.
const cache = new WeakMap<readonly Change[], Map<string, readonly Change[]>>();

function changesFor(
  changes: readonly Change[],
  descriptor: Descriptor,
  role: string,
): readonly Change[] {
  let byRole = cache.get(changes);
  if (!byRole) cache.set(changes, (byRole = new Map()));
  const key = `${descriptor.hash} ${role}`;
  let readableChanges = byRole.get(key);
  if (!readableChanges) byRole.set(key, (readableChanges = readableOf(changes, descriptor, role)));
  return readableChanges;
}

function readableOf(changes: readonly Change[], descriptor: Descriptor, role: string): Change[] {
  const mayRead = (name: string) => {
    const resource = descriptor.resources.get(name);
    const ways = ['list', 'read'] as const;
    return resource && ways.some((each) => mayDo(descriptor, role, resource, each));
  };
  const groups = [...Map.groupBy(changes, ({ resource }) => resource)];
  return groups.flatMap(([name, group]) => (mayRead(name) ? lastOfEach(group) : []));
}

/** A new record that was changed immediately is still new to listeners who have not heard of it. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) {
    const isNew = last.get(change.id)?.operation === 'create' && change.operation === 'update';
    last.set(change.id, isNew ? { ...change, operation: 'create' } : change);
  }
  return [...last.values()];
}

/** Checks hidden rows by a query like any list. Deleted records are checked by their last values. */
async function amongTheirs(
  changes: readonly Change[],
  resource: Resource,
  restriction: Restriction,
  store: Store,
): Promise<readonly Change[]> {
  const see = restriction.rowsOf(resource)?.see;
  if (!see) return changes;
  const there = changes.filter(({ operation }) => operation !== 'delete').map(({ id }) => id);
  const theirs = store.restrictedTo(restriction);
  const records = there.length > 0 ? await theirs.findMany(resource, '_id', there, ['_id']) : [];
  const ids = new Set(records.map(({ _id }) => _id));
  const deleted = changes.flatMap(({ operation, before }) =>
    operation === 'delete' && before !== null ? [before] : [],
  );
  const last = deleted.length > 0 ? await store.settle(resource, see, deleted) : see;
  return changes.filter(({ id, operation, before }) =>
    operation === 'delete' ? before !== null && evaluateFilter(last, before) : ids.has(id),
  );
}
