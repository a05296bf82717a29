import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { copyDefaults } from '../../descriptor/rules/copied-defaults.ts';
import type { Acting } from '../acting.ts';

/** The defaults that a new record copies from others, by field. */
export type Copies = Readonly<JsonObject>;

/** The defaults that a new record with this body copies from the records it refers to, as far as the caller may see them. */
export async function findCopies(
  acting: Acting,
  resource: Resource,
  body: unknown,
): Promise<Copies> {
  return isObject(body) ? requireItem(await findAllCopies(acting, resource, [body]), 0) : {};
}

/** The same for several records, in their order. */
export async function findAllCopies(
  { descriptor, role, services, user }: Acting,
  resource: Resource,
  bodies: readonly JsonObject[],
): Promise<readonly Copies[]> {
  const moment = { now: new Date(), userId: user._id, timeZone: resource.timeZone };
  return copyDefaults(
    {
      descriptor,
      role,
      moment,
      find: (target, ids, field) => services.store.findMany(target, '_id', ids, [field]),
    },
    resource,
    bodies,
  );
}
