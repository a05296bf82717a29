import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Actor, ManyOutcome, Store, WriteOutcome } from '../../store.ts';
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
    resource: Resource,
    by: Actor,
    requests: () => readonly Each[],
    write: (writes: Writes, requests: readonly Each[]) => Promise<Done[]>,
  ) => {
    const hooks = hooksOf(resource);
    return (
      hooks &&
      within((context, store) => {
        // Hooks may name files too.
        const writes = withFiles(
          recordWrites(() => context),
          () => context,
        );
        const hooked = { hooks, resource, by, context, store };
        return writeThroughHooks(hooked, requests(), (some) => write(writes, some));
      })
    );
  };
  const alone = async (
    resource: Resource,
    by: Actor,
    request: Asked,
    write: (writes: Writes, values: Record<string, unknown>) => Promise<WriteOutcome>,
  ) =>
    await through(
      resource,
      by,
      () => [request],
      async (writes, some) => [await write(writes, { ...requireItem(some, 0).values })],
    );
  return {
    create: async (resource, values, by, id = newId()) => {
      const request = { id, operation: 'create', values } as const;
      const done = await alone(resource, by, request, (writes, settled) =>
        writes.create(resource, settled, by, id),
      );
      return done?.[0] ?? (await plain.create(resource, values, by, id));
    },
    update: async (resource, id, expected, values, by) => {
      const request = { id, operation: 'update', values, expected } as const;
      const done = await alone(resource, by, request, (writes, settled) =>
        writes.update(resource, id, expected, settled, by),
      );
      return done?.[0] ?? (await plain.update(resource, id, expected, values, by));
    },
    remove: async (resource, id, expected, by) => {
      const request = { id, operation: 'delete', values: {}, expected } as const;
      const done = await alone(resource, by, request, (writes) =>
        writes.remove(resource, id, expected, by),
      );
      return done?.[0] ?? (await plain.remove(resource, id, expected, by));
    },
    writeMany: async (resource, writes, by) =>
      (await through(
        resource,
        by,
        () =>
          writes.map((each) => ({
            ...each,
            operation: each.expected === undefined ? ('create' as const) : ('update' as const),
          })),
        (inner, some) => inner.writeMany(resource, some, by),
      )) ?? (await plain.writeMany(resource, writes, by)),
    removeMany: async (resource, removals, by) =>
      (await through(
        resource,
        by,
        () => removals.map((each) => ({ ...each, operation: 'delete' as const, values: {} })),
        (inner, some) => inner.removeMany(resource, some, by),
      )) ?? (await plain.removeMany(resource, removals, by)),
  };
}
