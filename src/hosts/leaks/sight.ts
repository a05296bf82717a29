import { mayRead } from '../../descriptor/access.ts';
import { rowRightsOf } from '../../descriptor/access-of.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { rowFilters } from '../../descriptor/filter/row-filters.ts';
import { targetOf } from '../../descriptor/lookups.ts';
import { fieldsRead } from '../../descriptor/rules/target-filters.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import type { Store } from '../../store/store.ts';
import { personWith } from './open-world.ts';

/** What a role may see of a world, as its permissions say, and not as any route answers. */
export type Sight = {
  role: string;
  /** The `_id`s of the records, by collection. */
  records: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields that decide which records of a collection it sees, such as `projects.leader`: references come last. */
  deciding: ReadonlyMap<string, readonly string[]>;
};

const everyId: ListQuery = { sort: [], page: 1, perPage: 1_000, total: 'none', fields: ['_id'] };

export async function sightOf(descriptor: Descriptor, role: string, store: Store): Promise<Sight> {
  const records = new Map<string, ReadonlySet<string>>();
  const deciding = new Map<string, string[]>();
  const moment = { userId: personWith(role), timeZone: descriptor.app.timeZone, now: new Date() };
  for (const resource of descriptor.resources.values()) {
    const { name } = resource;
    deciding.set(name, decidingOf(resource));
    if (!mayRead(descriptor, role, resource, '_id')) continue;
    const filter = rowFilters(descriptor, { role, ...moment }, resource)?.see;
    const list = await store.list(resource, { ...everyId, ...(filter && { filter }) });
    const ids = parseRecords(list).map((record) => (record as { _id: string })._id);
    records.set(name, new Set(ids));
  }
  return { role, records, deciding };

  function decidingOf(resource: Resource): string[] {
    const { list, read } = rowRightsOf(descriptor, role, resource) ?? {};
    const reads = [list, read].flatMap((right) =>
      right ? fieldsRead(descriptor.resources, resource.name, right.unresolved) : [],
    );
    const isReference = (each: (typeof reads)[number]): boolean =>
      targetOf(descriptor.resources.get(each.resource)?.fields.get(each.field)) !== undefined;
    const sorted = reads.toSorted(
      (one, other) => Number(isReference(one)) - Number(isReference(other)),
    );
    return [...new Set(sorted.map((each) => `${each.resource}.${each.field}`))];
  }
}

export function isSeen({ records }: Sight, { name }: Resource, id: string): boolean {
  return records.get(name)?.has(id) === true;
}
