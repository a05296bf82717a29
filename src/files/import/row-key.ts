import type { ImportRun } from './import-run.ts';
import type { Current } from './row-plan.ts';
import type { ReadRow } from './row-reader.ts';

/**
 * The value by which the row says which record it means, in the form the record has it; of several
 * fields the text of all. Undefined where one of them is empty, or refers to what is not there.
 */
export function keyOf(run: ImportRun, read: ReadRow): unknown {
  const { key } = run.options;
  if (key.length === 1) return partOf(run, read, key[0]!);
  const tuple = key.map((name) => partOf(run, read, name));
  return tuple.includes(undefined) ? undefined : JSON.stringify(tuple);
}

/** What references in the key mean must be known before it is known which rows are of one record. */
export async function lookUpKeys(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
  const inKey = run.options.key.flatMap((name) => run.resource.fields.get(name) ?? []);
  const relations = inKey.filter(({ kind }) => kind.relation);
  if (relations.length === 0) return;
  await run.finder.lookUp(
    rows.map(
      ({ references }) =>
        new Map(
          relations.flatMap((field) =>
            references.has(field) ? [[field, references.get(field)] as const] : [],
          ),
        ),
    ),
  );
}

/** The records that the rows mean, by their keys; several of one key are all there. */
export async function findByKeys(
  run: ImportRun,
  rows: readonly ReadRow[],
): Promise<Map<unknown, Current[]>> {
  const { key, mode } = run.options;
  const values = new Set(rows.map((read) => keyOf(run, read)));
  values.delete(undefined);
  const found = new Map<unknown, Current[]>();
  if (values.size === 0) return found;
  // Whether it is there is all that matters where nothing may be changed.
  const isLooked = mode === 'create';
  const put = (value: unknown, record: Current): void => {
    found.set(value, [...(found.get(value) ?? []), record]);
  };
  if (key.length === 1) {
    const name = key[0]!;
    const fields = !isLooked ? undefined : name === '_id' ? [] : [name];
    for (const record of await run.target.findMany(run.resource, name, [...values], fields))
      put(record[name], record);
    return found;
  }
  const tuples = [...values].map((value) => JSON.parse(value as string) as unknown[]);
  const held = await run.target.findTogether(run.resource, key, tuples);
  const ids = held.map(({ _id }) => _id);
  const whole =
    isLooked || ids.length === 0 ? [] : await run.target.findMany(run.resource, '_id', ids);
  const byId = new Map(whole.map((record) => [record._id, record]));
  for (const record of held) {
    put(JSON.stringify(key.map((name) => record[name])), byId.get(record._id) ?? record);
  }
  return found;
}

function partOf(run: ImportRun, read: ReadRow, name: string): unknown {
  if (name === '_id') return read.id;
  const field = run.resource.fields.get(name)!;
  if (!read.references.has(field)) return read.values[name] ?? undefined;
  const written = read.references.get(field);
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const target = run.finder.find(field, written);
  if (target) return 'id' in target ? target.id : undefined;
  // No record can refer yet to what is about to be made.
  return run.maker.propose(field, written, read) ? `new ${written}` : undefined;
}
