import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle, namingFields } from '../../descriptor/title.ts';
import { readsOwnRecordOnly } from '../../descriptor/expression/paths.ts';
import { findRecords } from './read.ts';
import { toReadParts } from './complete.ts';
import type { WriteParts } from './write.ts';

/**
 * The titles of records, for problems that name them. Records that the writer may not see have none, and titles lack
 * what comes from other records.
 */
export async function titlesOf(
  parts: WriteParts,
  resource: Resource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const names = namingFields(resource).filter((name) => {
    const field = resource.fields.get(name);
    return field && (field.computed === undefined || readsOwnRecordOnly(resource, field));
  });
  const see = parts.restriction?.rowsOf(resource)?.see;
  const own = [...new Set(ids)];
  const records = await findRecords(toReadParts(parts), resource, '_id', own, names, see);
  return new Map(records.map((record) => [record._id, displayTitle(resource, record)]));
}
