import type { UserCall } from '../../api/http/call.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import { displayTitle, titleFields } from '../../descriptor/title.ts';

/** What records are called, by their `_id`; none for who may not list them or not read what they are called by. */
export async function titlesOf(
  { descriptor, role, parts }: UserCall,
  name: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const resource = descriptor.resources.get(name);
  if (!resource || ids.length === 0 || !mayDo(descriptor, role, resource, 'list')) return new Map();
  const sees = (field: string): boolean => mayRead(descriptor, role, resource, field);
  if (!titleFields(resource).every(sees)) return new Map();
  const wanted = [...titleFields(resource), resource.importKey].filter(sees);
  const found = await parts.store.findMany(resource, '_id', ids, wanted);
  return new Map(found.map((record) => [record._id, displayTitle(resource, record)]));
}
