import type { Text } from '../../../fields/type/field.ts';
import { languages } from '../../../fields/problems/languages.ts';
import type { StoredRecord } from '../../store.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { namingFields, titleFor } from '../../../descriptor/title.ts';
import { readsOwnRecordOnly } from '../../../descriptor/expression/paths.ts';
import { findRecords } from './read.ts';
import { toReadContext, type WriteContext } from './complete.ts';

/**
 * The titles of records in each language, for problems that name them. Records that the writer may not see have none, and titles lack
 * what comes from other records.
 */
export async function titlesOf(
  context: WriteContext,
  resource: Resource,
  ids: readonly string[],
): Promise<Map<string, Text>> {
  if (ids.length === 0) return new Map();
  const names = namingFields(resource).filter((name) => {
    const field = resource.fields.get(name);
    return field && (field.computed === undefined || readsOwnRecordOnly(resource, field));
  });
  const see = context.restriction?.rowsOf(resource)?.see;
  const own = [...new Set(ids)];
  const records = await findRecords(toReadContext(context), resource, {
    values: own,
    fields: names,
    see,
  });
  const { timeZone } = resource;
  const toText = (record: StoredRecord): Text =>
    Object.fromEntries(
      languages.map((language) => [language, titleFor({ language, timeZone }, resource, record)]),
    );
  return new Map(records.map((record) => [record._id, toText(record)]));
}
