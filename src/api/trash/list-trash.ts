import { Trash, type TrashedRecord } from '../../contract/past.ts';
import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import { emptyOf } from '../../descriptor/field-check.ts';
import { displayTitle, titleFields } from '../../descriptor/title.ts';
import { hasTitles } from '../../files/import/find-by-title.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import { listTrash as readTrash, type TrashedRow } from '../../store/records/trash-list.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answer } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { refuse, type Reply } from '../http/refusal.ts';

/** Lists the deleted records that can still be restored, of those the caller could see. */
export async function listTrash(call: UserCall, resource: Resource): Promise<Reply> {
  const asked = createQueryReader(call.query);
  const page = { after: asked.cursor(/^\d{1,18}$/), perPage: asked.perPage() };
  const problems = asked.problems();
  if (problems.length > 0) return refuse(problems);
  const see = call.restriction?.rowsOf(resource)?.see;
  const { rows, total, next } = await readTrash(call.parts.database, resource, { ...page, see });
  const names = readableFields(call.descriptor, call.role, resource);
  const seen = rows.map((row) => ({ ...row, record: toVisible(resource, row.record, names) }));
  const titles = await findTitles(call, resource, seen);
  const data = seen.map((row): TrashedRecord => toTrashed(resource, row, titles));
  return answer(call, 200, Trash, { data, total, next, days: resource.trash.days });
}

/** The fields as they are declared today; one added since is empty. Computed values are not known any more. */
function toVisible(
  { fields }: Resource,
  record: StoredRecord,
  names: readonly string[],
): StoredRecord {
  const own = names.map((name) => fields.get(name)!).filter(({ computed }) => !computed);
  return Object.fromEntries([
    ...systemFields.map((name) => [name, record[name]]),
    ...own.map((field) => [field.name, record[field.name] ?? emptyOf(field)]),
  ]) as StoredRecord;
}

function toTrashed(
  resource: Resource,
  row: TrashedRow,
  titles: ReadonlyMap<string, string>,
): TrashedRecord {
  const { record, deletedAt, deletedBy, way, changeSet, until } = row;
  const own = relationsOf(resource).flatMap(({ name, to }) =>
    idsIn(record[name]).map((id) => `${to}/${id}`),
  );
  return {
    _id: record._id,
    record,
    deletedAt: new Date(deletedAt).toISOString(),
    deletedBy,
    way,
    changeSet,
    until: new Date(until).toISOString(),
    titles: Object.fromEntries(
      own.flatMap((key) => (titles.has(key) ? [[key, titles.get(key)!]] : [])),
    ),
  };
}

/** The titles, as of today, of the records that these refer to; one query per collection. */
async function findTitles(
  { descriptor, role, parts }: UserCall,
  resource: Resource,
  rows: readonly TrashedRow[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const [to, fields] of Map.groupBy(relationsOf(resource), (each) => each.to)) {
    const target = descriptor.resources.get(to);
    const ids = rows.flatMap(({ record }) => fields.flatMap(({ name }) => idsIn(record[name])));
    if (!target || ids.length === 0 || !hasTitles(descriptor, role, target)) continue;
    const wanted = [...titleFields(target), target.importKey].filter((name) =>
      mayRead(descriptor, role, target, name),
    );
    for (const record of await parts.store.findMany(target, '_id', [...new Set(ids)], wanted))
      titles.set(`${to}/${record._id}`, displayTitle(target, record));
  }
  return titles;
}

function relationsOf({ fields }: Resource): { name: string; to: string }[] {
  return [...fields.values()].flatMap(({ name, kind, settings }) => {
    const relation = kind.relation?.(settings);
    return relation ? [{ name, to: relation.to }] : [];
  });
}

function idsIn(value: unknown): string[] {
  return [value ?? []].flat() as string[];
}
