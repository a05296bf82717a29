import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Actor, ManyOutcome, ManyWrite, Store, WriteOutcome } from '../../store.ts';
import type { HooksOf } from '../../write-hooks.ts';
import { withFiles } from '../files/with-files.ts';
import { newId } from '../sql/new-id.ts';
import { recordWrites, type Writes } from '../store-operations.ts';
import type { WriteContext } from '../query/complete.ts';
import { writeThroughHooks, type Asked } from './write-through-hooks.ts';
import { requireItem } from '../../../fields/require-entry.ts';

/**
 * The same writes; for a resource with hooks, each call is one transaction of the writes and what their hooks do.
 * `within` begins it, with the parts of the caller and a store of all records.
 */
export function hookedWrites(
  plain: Writes,
  hooksOf: HooksOf,
  within: <T>(run: (context: WriteContext, store: Store) => Promise<T>) => Promise<T>,
): Writes {
  /** Undefined for a resource without hooks. */
  const through = <Each extends Asked, Done extends WriteOutcome | ManyOutcome>(
    { resource, by }: Target,
    requests: () => readonly Each[],
    write: (writes: Writes, requests: readonly Each[]) => Promise<Done[]>,
  ) => {
    const hooks = hooksOf(resource);
    if (!hooks) return undefined;
    return within((context, store) => {
      const toContext = (): WriteContext => context;
      // Hooks may name files too.
      const writes = withFiles(recordWrites(toContext), toContext);
      const hooked = { hooks, resource, by, context, store };
      return writeThroughHooks(hooked, requests(), (some) => write(writes, some));
    });
  };
  const alone = (
    target: Target,
    request: Asked & { values: Record<string, unknown> },
    write: (writes: Writes, values: Record<string, unknown>) => Promise<WriteOutcome>,
  ): Promise<WriteOutcome> => {
    const done = through(
      target,
      () => [request],
      async (writes, some) => [await write(writes, requireItem(some, 0).values)],
    );
    return done?.then((outcomes) => requireItem(outcomes, 0)) ?? write(plain, request.values);
  };
  return {
    create: (resource, values, by, id = newId()) =>
      alone({ resource, by }, { id, operation: 'create', values }, (writes, own) =>
        writes.create(resource, own, by, id),
      ),
    update: (resource, id, expected, values, by) =>
      alone({ resource, by }, { id, operation: 'update', values, expected }, (writes, own) =>
        writes.update(resource, id, expected, own, by),
      ),
    remove: (resource, id, expected, by) =>
      alone({ resource, by }, { id, operation: 'delete', values: {}, expected }, (writes) =>
        writes.remove(resource, id, expected, by),
      ),
    writeMany: async (resource, writes, by) =>
      (await through(
        { resource, by },
        () => writes.map(toAsked),
        (inner, some) => inner.writeMany(resource, some, by),
      )) ?? (await plain.writeMany(resource, writes, by)),
    removeMany: async (resource, removals, by) =>
      (await through(
        { resource, by },
        () => removals.map((each) => ({ ...each, operation: 'delete' as const, values: {} })),
        (inner, some) => inner.removeMany(resource, some, by),
      )) ?? (await plain.removeMany(resource, removals, by)),
  };
}

function toAsked(write: ManyWrite): ManyWrite & Asked {
  return { ...write, operation: write.expected === undefined ? 'create' : 'update' };
}

/** The resource of a call, and who makes it. */
type Target = { resource: Resource; by: Actor };
