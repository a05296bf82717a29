import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/type/field.ts';
import { keyOf, keyPaths, titleFields, titleOf } from '../../descriptor/title.ts';
import { hasTitles } from '../../files/import/plan/find-by-title.ts';
import { TITLE_SUFFIX } from '../../files/import/rows/row-columns.ts';
import { writeList } from '../../fields/text/written-list.ts';
import type { Acting } from '../acting.ts';

type Naming = {
  resource: Resource;
  /** The columns of the incoming records, with `_id`s as references. */
  names: readonly string[];
  /** The fields whose targets have a key that the role may read. */
  byKey: ReadonlySet<string>;
  /** The title instead of the key, or in a column beside it. */
  references: 'title' | 'both';
  /** Records are arrays of values, and lists in cells are texts. */
  isTable: boolean;
};

/** The columns of a file with the titles of references. */
export function columnsWithTitles({ resource, names, references }: Naming): string[] {
  const isRelation = (name: string) => fieldIn(resource, name)?.kind.relation !== undefined;
  return names.flatMap((name) =>
    references === 'both' && isRelation(name) ? [name, name + TITLE_SUFFIX] : [name],
  );
}

/** Adds the titles of references, as far as the role may read them; one query per batch and collection. */
export async function* addReferenceTitles(
  acting: Acting,
  naming: Naming,
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string[]> {
  const { names, isTable } = naming;
  for await (const batch of batches) {
    const records = batch.map((json) => parseNamed(json, names));
    const columns = await namedColumns(acting, naming, records);
    yield records.map((record) => {
      const named = Object.fromEntries(columns.map(([name, of]) => [name, of(record)]));
      return JSON.stringify(isTable ? Object.values(named) : named);
    });
  }
}

/** A record of a stream, which is an object, or an array of the values of `names`. */
export function parseNamed(json: string, names: readonly string[]): Record<string, unknown> {
  const read = JSON.parse(json) as unknown[] | Record<string, unknown>;
  return Array.isArray(read) ? Object.fromEntries(names.map((name, at) => [name, read[at]])) : read;
}

type Read = Readonly<Record<string, unknown>>;

async function namedColumns(
  acting: Acting,
  naming: Naming,
  records: readonly Read[],
): Promise<[name: string, of: (record: Read) => unknown][]> {
  const { resource, names, references, byKey, isTable } = naming;
  const columns: [string, (record: Read) => unknown][] = [];
  for (const name of names) {
    const field = fieldIn(resource, name);
    const to = acting.descriptor.resources.get(field?.kind.relation?.(field.settings).to ?? '');
    if (!to) {
      columns.push([name, (record) => record[name] ?? null]);
      continue;
    }
    const ids = new Set(records.flatMap((record) => (record[name] ?? []) as string | string[]));
    const called = await findNames(acting, to, { ids, hasKey: byKey.has(name) });
    const nameEach = (record: Read, one: (id: string) => unknown): unknown => {
      const value = (record[name] ?? null) as string | string[] | null;
      if (Array.isArray(value)) return value.map(one);
      return value === null ? null : one(value);
    };
    const key = (id: string) => called.get(id)?.key ?? id;
    const title = (id: string) => called.get(id)?.title;
    if (references === 'title') {
      columns.push([name, (record) => nameEach(record, (id) => title(id) || key(id))]);
      continue;
    }
    columns.push([name, (record) => nameEach(record, key)]);
    columns.push([
      name + TITLE_SUFFIX,
      (record) => {
        const titles = nameEach(record, (id) => title(id) ?? '');
        return isTable && Array.isArray(titles) ? writeList(titles as string[]) : titles;
      },
    ]);
  }
  return columns;
}

function fieldIn({ fields, through }: Resource, name: string): Field | undefined {
  return fields.get(name) ?? through.get(name);
}

async function findNames(
  { services, descriptor, role }: Acting,
  to: Resource,
  { ids, hasKey }: { ids: ReadonlySet<string>; hasKey: boolean },
): Promise<Map<string, { key: unknown; title: string }>> {
  const isTitled = hasTitles(descriptor, role, to);
  const fields = [...(hasKey ? keyPaths(to.keyParts) : []), ...(isTitled ? titleFields(to) : [])];
  if (ids.size === 0 || fields.length === 0) return new Map();
  const records = await services.store.findMany(to, '_id', [...ids], fields);
  return new Map(
    records.map((record) => {
      const title = isTitled ? titleOf(to, record) : '';
      return [record._id, { key: (hasKey && keyOf(to, record)) || undefined, title }];
    }),
  );
}
