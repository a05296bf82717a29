import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { Trash, type TrashedRecord } from '../../../contract/past.ts';
import { systemFields, type Resource } from '../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { keyNameOf } from '../../../services/key-name.ts';
import { readPastTitles } from '../past-titles.ts';
import { readableFields } from '../../../descriptor/access.ts';
import {
  listTrash as readTrash,
  type TrashedRow,
} from '../../../store/records/query/trash-list.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { createQueryReader } from '../../http/query-reader.ts';
import { refuse } from '../../../services/refusal.ts';

/** Lists the deleted records that can still be restored, of those the caller could see. */
export async function listTrash(call: UserCall, resource: Resource): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const page = { after: reader.cursor(/^\d{1,18}$/), perPage: reader.perPage() };
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const see = call.restriction?.rowsOf(resource)?.see;
  const { database, store } = call.services;
  const { rows, total, next } = await readTrash(database.primaryOrReplica, store, resource, {
    ...page,
    see,
  });
  const names = readableFields(call.descriptor, call.role, resource);
  const seen = rows.map((row) => ({ ...row, record: toVisible(resource, row.record, names) }));
  const moments = seen.map(({ seq, record }) => ({ seq, values: Object.entries(record) }));
  const titles = await readPastTitles(call, resource, moments);
  const data = seen.map((row, at): TrashedRecord => toTrashed(call, row, requireItem(titles, at)));
  return answer(call, 200, Trash, { data, total, next, days: resource.trash.days });
}

/** The fields as they are declared today; one added since is empty. Computed values are not known any more. */
function toVisible(
  { fields }: Resource,
  record: StoredRecord,
  names: readonly string[],
): StoredRecord {
  const own = names.map((name) => requireEntry(fields, name)).filter(({ computed }) => !computed);
  return Object.fromEntries([
    ...systemFields.map((name) => [name, record[name]]),
    ...own.map((field) => [field.name, record[field.name] ?? emptyOf(field)]),
  ]) as StoredRecord;
}

function toTrashed(call: UserCall, row: TrashedRow, titles: Record<string, string>): TrashedRecord {
  const { record, deletedAt, deletedBy, way, changeSet, key, until } = row;
  return {
    _id: record._id,
    record,
    deletedAt: new Date(deletedAt).toISOString(),
    deletedBy,
    way,
    changeSet,
    ...keyNameOf(call, key),
    until: new Date(until).toISOString(),
    titles,
  };
}
