import { hidesRows } from '../../descriptor/filter/row-filters.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';

/**
 * What each record gets of a change of many: a list of references keeps those its writer may not
 * see. Who writes one record was given all of its references and names those that shall stay; who
 * changes many has looked at none of their lists.
 */
export async function keepHidden(
  call: UserCall,
  resource: Resource,
  records: readonly StoredRecord[],
  data: JsonObject,
): Promise<(current: StoredRecord) => JsonObject> {
  const { descriptor, role, parts } = call;
  const kept: { name: string; seen: ReadonlySet<string> }[] = [];
  for (const name of Object.keys(data)) {
    const field = resource.fields.get(name);
    const relation = field?.kind.relation?.(field.settings);
    const target = relation?.many ? descriptor.resources.get(relation.to) : undefined;
    // What is no list of references is refused as it stands.
    if (data[name] !== null && !Array.isArray(data[name])) continue;
    if (!target || !hidesRows(descriptor, role, target)) continue;
    const ids = new Set(records.flatMap((record) => idsOf(record[name])));
    const found = await parts.store.findMany(target, '_id', [...ids]);
    kept.push({ name, seen: new Set(found.map(({ _id }) => _id)) });
  }
  return (current) => {
    const own = kept.map(({ name, seen }) => {
      const named = idsOf(data[name]);
      const hidden = idsOf(current[name]).filter((id) => !seen.has(id) && !named.includes(id));
      return hidden.length === 0 ? [] : [[name, [...hidden, ...named]] as const];
    });
    return { ...data, ...Object.fromEntries(own.flat()) };
  };
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
