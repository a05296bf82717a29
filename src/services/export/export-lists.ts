import { requireEntry } from '../../fields/require-entry.ts';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import { type ListQuery, oneRecordPaging, type SortKey } from '../../descriptor/filter/filter.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { childOrder, type InlineList, inlineLists } from '../../descriptor/inline-lists.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { fieldsByKey } from '../../files/export/export-references.ts';
import { type TableColumn, toTableColumns } from '../../files/formats/table-column.ts';
import { type Acting, queryContext } from '../acting.ts';
import type { ExportRequest } from './export-request.ts';
import { parseNamed } from './reference-titles.ts';

/** A child list of which a table has the records, one in each row. */
export type ExportedList = InlineList & {
  names: readonly string[];
  sort: readonly SortKey[];
  /** The references that are written by the key of their target. */
  byKey: ReadonlySet<string>;
};

/** The child lists that `_children` names, if the caller may export them. */
export function findExportedLists(
  acting: Acting,
  resource: Resource,
  { children: requestedNames, references }: Pick<ExportRequest, 'children' | 'references'>,
): { lists: ExportedList[] } | { problem: Problem } {
  const { descriptor, role } = acting;
  const own = inlineLists(descriptor, role, resource).filter(({ child }) =>
    mayDo(descriptor, role, child, 'export'),
  );
  const unknown = requestedNames.find((name) => own.every(({ child }) => child.name !== name));
  if (unknown !== undefined) {
    const expected = own.map(({ child }) => child.name).join(', ') || '-';
    return { problem: problem('I005', '_children', { expected }) };
  }
  return {
    lists: own
      .filter(({ child }) => requestedNames.includes(child.name))
      .map((list) => {
        const byKey = fieldsByKey(descriptor, role, list.child);
        // The parents are found by their `_id`.
        byKey.delete(list.link);
        const written = references === '_id' ? new Set<string>() : byKey;
        return { ...list, ...toListing(acting, resource, list), byKey: written };
      }),
  };
}

function toListing(acting: Acting, { children }: Resource, { child, link }: InlineList) {
  const { descriptor, role } = acting;
  const readable = readableFields(descriptor, role, child);
  const [id, version, ...stamps] = systemFields;
  const fields = [...child.fields.keys()].filter((name) => readable.includes(name));
  const names = [id, version, ...fields, ...stamps].filter((name) => name !== link);
  const declared = children.find((one) => one.inline && one.resource === child.name);
  const sort = parseSort(
    queryContext(acting, child),
    childOrder(declared ?? { inline: true }, child),
    '_sort',
  );
  return { names, sort: 'sort' in sort ? sort.sort : [] };
}

/** The columns of the lists, after those of the record: `orderLines.quantity`. */
export function listColumns(lists: readonly ExportedList[]): TableColumn[] {
  return lists.flatMap(({ child, names }) =>
    toTableColumns(child, names).map((column) => ({
      ...column,
      name: `${child.name}.${column.name}`,
    })),
  );
}

/** At least as many rows as a table will have: exactly counted if there could be more than `most`. */
export async function countListRows(
  { services: { store } }: Acting,
  resource: Resource,
  lists: readonly ExportedList[],
  { query, total, most }: { query: ListQuery; total: number; most: number },
): Promise<number> {
  const all = await Promise.all(lists.map(({ child }) => store.count(child)));
  const mostly = all.reduce((sum, count) => sum + count, total);
  if (mostly <= most) return mostly;
  let rows = total;
  for await (const batch of store.stream(resource, { ...query, fields: ['_id'] }, ['_id'])) {
    const ids = batch.map((json) => (JSON.parse(json) as { _id: string })._id);
    for (const { child, link } of lists)
      rows += await store.count(child, { path: link, operator: 'in', operands: ids });
    if (rows > most) return rows;
  }
  return rows;
}

/** The records of a batch whose children are read together. */
const PARENTS = 100;

/**
 * Repeats each record of a table for each record of its lists, with the values of that; a record without any stays one
 * row. `names` are the columns of records that are arrays.
 */
export async function* addListRows(
  acting: Acting,
  lists: readonly ExportedList[],
  names: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string[]> {
  for await (const batch of batches) {
    for (let from = 0; from < batch.length; from += PARENTS) {
      const records = batch.slice(from, from + PARENTS).map((json) => parseNamed(json, names));
      const ids = records.map(({ _id }) => String(_id));
      const children = new Map<string, object[]>();
      for (const list of lists)
        for await (const { parent, row } of readList(acting, list, ids)) {
          if (!children.has(parent)) children.set(parent, []);
          requireEntry(children, parent).push(row);
        }
      yield records.flatMap((record) =>
        (children.get(String(record['_id'])) ?? [{}]).map((row) =>
          JSON.stringify({ ...record, ...row }),
        ),
      );
    }
  }
}

async function* readList(
  acting: Acting,
  { child, link, names, sort, byKey }: ExportedList,
  ids: readonly string[],
) {
  const { descriptor, role, services } = acting;
  const query = {
    ...oneRecordPaging,
    filter: { path: link, operator: 'in' as const, operands: ids },
    sort,
  };
  const readable = readableFields(descriptor, role, child);
  const options = { forFile: true, byKey };
  for await (const batch of services.store.stream(child, query, readable, options))
    for (const json of batch) {
      const record = JSON.parse(json) as Record<string, unknown>;
      const row = Object.fromEntries(names.map((name) => [`${child.name}.${name}`, record[name]]));
      yield { parent: String(record[link]), row };
    }
}
