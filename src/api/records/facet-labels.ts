import type { Facet } from '../../contract/lists.ts';
import { mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { findField } from '../../descriptor/system-fields.ts';
import { displayTitle, titleFields } from '../../descriptor/title.ts';
import type { UserCall } from '../http/call.ts';

/** References with the titles of what they refer to, as far as the caller may read them. */
export async function withLabels(
  { descriptor, role, parts }: UserCall,
  resource: Resource,
  path: string,
  facet: Facet,
): Promise<Facet> {
  const field = findField(resource, path);
  const to = field?.kind.relation?.(field.settings).to;
  const target = to === undefined ? undefined : descriptor.resources.get(to);
  if (!target || facet.kind !== 'values' || facet.values.length === 0) return facet;
  const wanted = [...titleFields(target), target.importKey];
  const sees = (name: string) => mayRead(descriptor, role, target, name);
  if (!wanted.every(sees)) return facet;
  const ids = facet.values.map(({ value }) => value);
  const found = await parts.store.findMany(target, '_id', ids, wanted);
  const labels = new Map(found.map((record) => [record._id, displayTitle(target, record)]));
  const values = facet.values.map((each) => {
    const label = labels.get(String(each.value));
    return label === undefined ? each : { ...each, label };
  });
  return { ...facet, values };
}
