import { referenceKey } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { targetOf } from '../../../descriptor/lookups.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { requireItem } from '../../../fields/require-entry.ts';
import { readKey } from '../../../fields/text/written-key.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { ImportParts, ImportTarget } from '../import-parts.ts';
import { canonicalValue } from './find-by-title.ts';

type Written = string | number;

/** Who looks for records, and where. */
export type KeyReader = Pick<ImportParts, 'descriptor' | 'role'> & {
  target: Pick<ImportTarget, 'findMany' | 'findTogether'>;
};

/**
 * The `_id`s of the records with these keys, as files write them: `GC / 80-05-7` for a key of two fields. The values
 * are compared in the form their fields store: an email address in capitals is the same address.
 */
export async function findByKey(
  reader: KeyReader,
  to: Resource,
  key: readonly string[],
  written: readonly Written[],
): Promise<Map<Written, string>> {
  const rows = written.flatMap((value) => {
    const texts = key.length === 1 ? [value] : readKey(String(value), key.length);
    return texts ? [{ value, texts }] : [];
  });
  const columns: ReadonlyMap<Written, unknown>[] = [];
  for (const [at, name] of key.entries()) {
    const texts = rows.map((row) => requireItem<Written>(row.texts, at));
    columns.push(await findValues(reader, to.fields.get(name), texts));
  }
  const byTuple = new Map<string, Written[]>();
  for (const { value, texts } of rows) {
    const tuple = texts.map((text, at) => columns[at]?.get(text));
    if (tuple.includes(undefined)) continue;
    const called = JSON.stringify(tuple);
    byTuple.set(called, [...(byTuple.get(called) ?? []), value]);
  }
  const ids = new Map<Written, string>();
  if (byTuple.size === 0) return ids;
  const tuples = [...byTuple.keys()].map((tuple) => JSON.parse(tuple) as unknown[]);
  for (const record of await findTuples(reader.target, to, key, tuples)) {
    const called = JSON.stringify(key.map((name) => record[name]));
    for (const value of byTuple.get(called) ?? []) ids.set(value, record._id);
  }
  return ids;
}

/** The records that have one of the tuples in these fields. */
export async function findTuples(
  target: KeyReader['target'],
  resource: Resource,
  names: readonly string[],
  tuples: readonly (readonly unknown[])[],
) {
  const [name = '_id', ...others] = names;
  if (others.length > 0) return target.findTogether(resource, names, tuples);
  return target.findMany(resource, name, tuples.flat(), name === '_id' ? [] : [name]);
}

/** The stored values that texts mean in a field of a key: of a reference, the `_id` of the record with that key. */
async function findValues(
  reader: KeyReader,
  field: Field | undefined,
  texts: readonly Written[],
): Promise<ReadonlyMap<Written, unknown>> {
  // The `_id`.
  if (!field) return new Map(texts.map((text) => [text, text]));
  const target = reader.descriptor.resources.get(targetOf(field) ?? '');
  if (!target)
    return new Map(
      texts.flatMap((text) => {
        const value = canonicalValue(field, text);
        return value === undefined ? [] : [[text, value] as const];
      }),
    );
  const key = referenceKey(reader.descriptor, reader.role, target);
  const unique = [...new Set(texts)];
  const byKey = key.includes('_id') ? new Map() : await findByKey(reader, target, key, unique);
  return new Map([...(await findById(reader, target, unique)), ...byKey]);
}

export async function findById(
  { target }: Pick<KeyReader, 'target'>,
  to: Resource,
  written: readonly Written[],
): Promise<ReadonlyMap<string, string>> {
  const ids = written.map(String).filter(isRecordId);
  const records = ids.length === 0 ? [] : await target.findMany(to, '_id', ids, []);
  return new Map(records.map(({ _id }) => [_id, _id]));
}
