import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Operation, Resource } from '../../descriptor/descriptor.ts';
import { hidesRows } from '../../descriptor/access-of.ts';
import type { ChangeSet } from '../../contract/past.ts';
import type { CountOfSet, FoundSet, UndoOfSet } from '../../store/system/past/read-change-sets.ts';
import type { Acting } from '../acting.ts';
import { keyNameOf } from '../key-name.ts';
import { visibleCollections } from '../visible-collections.ts';

/** A change set as the caller may see it; undefined when it is not theirs and has nothing that they may see. */
export function toVisibleSet(call: Acting, set: FoundSet): Omit<ChangeSet, 'threads'> | undefined {
  const { user, all, own } = visibleCollections(call);
  const isOwn = set.by === user;
  const counts = set.counts
    .filter(({ resource }) => all.includes(resource) || (isOwn && own.includes(resource)))
    .map((count) => ({ ...count, fields: readableNames(call, count) }));
  if (counts.length === 0 && !isOwn) return undefined;
  const { id, at, by, way, resource, undoes, file, key, undos } = set;
  return {
    id,
    at,
    by,
    way,
    resource: counts.some((each) => each.resource === resource) ? resource : null,
    counts,
    ...(file !== null && { file }),
    ...keyNameOf(call, key),
    undoes,
    undoneBy: holding(undos, id).at(-1)?.id ?? null,
    mayUndo: mayUndo(call, set) && !isUndone(set),
  };
}

/** The changed fields that the caller may read, in the order of the collection. */
function readableNames({ descriptor, role }: Acting, { resource: name, fields }: CountOfSet) {
  const resource = descriptor.resources.get(name);
  if (!resource) return [];
  return [...resource.fields.keys()].filter(
    (field) => fields.includes(field) && mayRead(descriptor, role, resource, field),
  );
}

/**
 * Whether the caller may undo the set: it is their own, or they may restore records in all collections it touched.
 * The undo then needs the right to each of its writes.
 */
export function mayUndo({ descriptor, role, user }: Acting, { by, counts }: FoundSet): boolean {
  const touched = counts.map(({ resource: name, ...count }) => ({
    resource: descriptor.resources.get(name),
    count,
  }));
  const may = (resource: Resource | undefined, operation: Operation): boolean =>
    resource !== undefined && mayDo(descriptor, role, resource, operation);
  const isTheirs =
    by === user._id || touched.every(({ resource }) => mayRestore({ descriptor, role }, resource));
  return (
    isTheirs &&
    touched.some(
      ({ resource, count: { created, updated, deleted } }) =>
        (created > 0 && may(resource, 'delete')) ||
        (updated > 0 && may(resource, 'update')) ||
        (deleted > 0 && may(resource, 'create')),
    )
  );
}

/** Whether the caller may undo what others changed in a collection. */
export function mayRestore(
  { descriptor, role }: Pick<Acting, 'descriptor' | 'role'>,
  resource: Resource | undefined,
): boolean {
  return (
    resource !== undefined &&
    mayDo(descriptor, role, resource, 'restore') &&
    !hidesRows(descriptor, role, resource)
  );
}

/** Whether an undo that still holds has taken back the whole set. */
export function isUndone(set: FoundSet): boolean {
  return undoneAt(set) !== null;
}

export function undoneAt({ id, undos }: FoundSet): string | null {
  return holding(undos, id).find(({ left }) => left === 0)?.at ?? null;
}

/** The undos of a set that were not undone themselves, in their order. */
function holding(undos: readonly UndoOfSet[], id: string): UndoOfSet[] {
  return undos.filter(
    (undo) =>
      undo.undoes === id && undo.changed && !holding(undos, undo.id).some(({ left }) => left === 0),
  );
}
