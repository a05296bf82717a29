import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { deriveDefaults } from '../../descriptor/rules/derived-defaults.ts';
import type { Acting } from '../acting.ts';

/** The defaults that a new record derives from other values, by field. */
export type Derived = Readonly<JsonObject>;

/** The defaults that a new record with this body derives from other values, as far as the caller may see them. */
export async function findDerived(
  acting: Acting,
  resource: Resource,
  body: unknown,
): Promise<Derived> {
  return isObject(body) ? requireItem(await findAllDerived(acting, resource, [body]), 0) : {};
}

/** The same for several records, in their order. */
export async function findAllDerived(
  { descriptor, role, services, user }: Acting,
  resource: Resource,
  bodies: readonly JsonObject[],
): Promise<readonly Derived[]> {
  const moment = { now: new Date(), userId: user._id, timeZone: resource.timeZone };
  return deriveDefaults(
    {
      descriptor,
      role,
      moment,
      find: (target, ids, field) => services.store.findMany(target, '_id', ids, [field]),
      calculate: (calculation, rows) => services.store.calculate(calculation, rows),
    },
    resource,
    bodies,
  );
}
