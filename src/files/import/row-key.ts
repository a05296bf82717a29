import { requireEntry } from '../../fields/require-entry.ts';
import { writtenKeys } from './plan/reference-finder.ts';
import type { ImportRun } from './import-run.ts';
import type { FoundRecord } from './import-parts.ts';
import type { ReadRow } from './rows/row-reader.ts';
import { problem } from '../../fields/problems/problem.ts';

/**
 * The value that identifies the record of a row, in stored form; for several fields,
 * the text of all. Undefined if one of them is empty, or refers to a missing record.
 */
export function keyOf(run: ImportRun, read: ReadRow): unknown {
  const { key } = run.options;
  const [first = '_id'] = key;
  if (key.length < 2) return partOf(run, read, first);
  const tuple = key.map((name) => partOf(run, read, name));
  return tuple.includes(undefined) ? undefined : JSON.stringify(tuple);
}

/** Looks up the references in keys. They must be known before rows can be matched with records. */
export async function findKeyReferences(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
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

/** Finds the records of the rows by their keys; there may be several with one key. */
export async function findByKeys(run: ImportRun, rows: readonly ReadRow[]) {
  const { key, mode } = run.options;
  const values = new Set(rows.map((read) => keyOf(run, read)));
  values.delete(undefined);
  const recordsByKey = new Map<unknown, FoundRecord[]>();
  if (values.size === 0) return recordsByKey;
  // If nothing may be changed, it only matters whether the record exists.
  const isLooked = mode === 'create';
  const addFound = (value: unknown, record: FoundRecord): void => {
    recordsByKey.set(value, [...(recordsByKey.get(value) ?? []), record]);
  };
  if (key.length < 2) {
    const [name = '_id'] = key;
    const own = name === '_id' ? [] : [name];
    const fields = isLooked ? own : undefined;
    for (const record of await run.target.findMany(run.resource, name, [...values], fields))
      addFound(record[name], record);
    return recordsByKey;
  }
  const tuples = [...values].map((value) => JSON.parse(value as string) as unknown[]);
  const held = await run.target.findTogether(run.resource, key, tuples);
  const ids = held.map(({ _id }) => _id);
  const whole =
    isLooked || ids.length === 0 ? [] : await run.target.findMany(run.resource, '_id', ids);
  const byId = new Map(whole.map((record) => [record._id, record]));
  for (const record of held) {
    addFound(JSON.stringify(key.map((name) => record[name])), byId.get(record._id) ?? record);
  }
  return recordsByKey;
}

function partOf(run: ImportRun, read: ReadRow, name: string): unknown {
  if (name === '_id') return read.id;
  const field = requireEntry(run.resource.fields, name);
  if (!read.references.has(field)) return read.values[name] ?? undefined;
  const written = read.references.get(field);
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const target = run.finder.find(field, written);
  if (target) return 'id' in target ? target.id : undefined;
  // No record can refer yet to one that is still to be created.
  return run.maker.propose(field, written, read) ? `new ${written}` : undefined;
}

/** Whether a field of the key names a record that does not exist yet. */
export function waitsForTarget(run: ImportRun, read: ReadRow, name: string): boolean {
  const field = run.resource.fields.get(name);
  const written = field && read.references.get(field);
  return writtenKeys(written).length > 0 && partOf(run, read, name) === undefined;
}

/** The keys by which rows of the file identified records, in 24 to 48 bytes for each. */
export type SeenKeys = ReturnType<typeof createSeenKeys>;

/** The most keys remembered. Later rows are not compared with each other. */
const MAX_REMEMBERED_KEYS = 4_000_000;

/** A hash table with open addressing, because a map of texts would take ten times the memory. */
export function createSeenKeys() {
  let hashes = new Float64Array(1_024);
  let rows = new Float64Array(1_024);
  let count = 0;
  const placeOf = (hash: number): number => {
    let at = hash % hashes.length;
    while (hashes[at] !== 0 && hashes[at] !== hash) at = (at + 1) % hashes.length;
    return at;
  };
  const grow = (): void => {
    const before = { hashes, rows };
    hashes = new Float64Array(before.hashes.length * 2);
    rows = new Float64Array(hashes.length);
    for (const [at, hash] of before.hashes.entries()) {
      const row = before.rows[at];
      if (hash === 0 || row === undefined) continue;
      const place = placeOf(hash);
      hashes[place] = hash;
      rows[place] = row;
    }
  };
  return {
    /** Returns the first row that had the key, which is the given row if no other had it. */
    first(key: unknown, row: number): number {
      const hash = hashOf(String(key));
      const at = placeOf(hash);
      if (hashes[at] === hash) return rows[at] ?? row;
      if (count >= MAX_REMEMBERED_KEYS) return row;
      hashes[at] = hash;
      rows[at] = row;
      if (++count > hashes.length / 2) grow();
      return row;
    },
  };
}

/** Warns of rows whose record an earlier row of the file already has: the last of them would silently win. */
export function warnOfRepeats(run: ImportRun, rows: readonly ReadRow[]): void {
  const { mode, key } = run.options;
  const [path = '_id'] = key;
  // In this mode such a row fails.
  if (mode === 'create') return;
  for (const read of rows) {
    const value = keyOf(run, read);
    if (value === undefined || value === null) continue;
    const row = run.seen.first(value, read.row);
    if (row !== read.row) read.warnings.push(problem('I061', path, { row, key: key.join(', ') }));
  }
}

/** For a resumed import: remembers the keys of rows that were already imported, to compare later rows with them. */
export async function rememberKeys(run: ImportRun, rows: readonly ReadRow[]): Promise<void> {
  const { mode, leaveOut, warnings } = run.options;
  if (mode === 'create') return;
  const taken = rows.filter(
    (read) =>
      read.problems.length === 0 &&
      !leaveOut?.has(read.row) &&
      (warnings !== 'leaveOut' || read.warnings.length === 0),
  );
  await findKeyReferences(run, taken);
  warnOfRepeats(run, taken);
}

/** A hash of 53 bits (cyrb53), never 0. With a million keys, two of them collide in one file of ten thousand. */
function hashOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0) || 1;
}
