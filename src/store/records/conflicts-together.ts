import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Connection } from '../connection/connection.ts';
import type { Row } from './conflicts.ts';
import { findTogether } from './find-together.ts';
import { findRecords } from './read.ts';

/** The rows whose values of several fields together another record has, or another row before them. */
export async function findTogetherTaken(
  place: { connection: Connection; descriptor: Descriptor; resource: Resource },
  rows: readonly Row[],
): Promise<{ row: Row; names: readonly string[] }[]> {
  const taken: { row: Row; names: readonly string[] }[] = [];
  for (const names of place.resource.unique) {
    const tuples = await tuplesOf(place, names, rows);
    if (tuples.size === 0) continue;
    const found = await findTogether(toParts(place), place.resource, names, [...tuples.values()]);
    const owners = new Map(
      found.map((record) => [keyOf(names.map((name) => record[name])), record]),
    );
    for (const [row, tuple] of tuples) {
      const key = keyOf(tuple);
      const owner = owners.get(key);
      if (owner && owner._id !== row.id) taken.push({ row, names });
      else owners.set(key, { _id: row.id, _version: 0 });
    }
  }
  return taken;
}

/** What each row will have in these fields, where all of them are filled and one is written. */
async function tuplesOf(
  place: { connection: Connection; descriptor: Descriptor; resource: Resource },
  names: readonly string[],
  rows: readonly Row[],
): Promise<Map<Row, readonly unknown[]>> {
  const writing = rows.filter(({ values }) => names.some((name) => values[name] !== undefined));
  const changed = writing.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const there = await findRecords(toParts(place), place.resource, '_id', changed, names);
  const before = new Map(there.map((record) => [record._id, record]));
  const tuples = writing.map(({ id, values }) =>
    names.map((name) => (values[name] === undefined ? before.get(id)?.[name] : values[name])),
  );
  return new Map(
    writing.flatMap((row, at) => (tuples[at]!.every(isFilled) ? [[row, tuples[at]!]] : [])),
  );
}

function toParts({ connection, descriptor }: { connection: Connection; descriptor: Descriptor }) {
  return { connection, scope: { descriptor } };
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function keyOf(tuple: readonly unknown[]): string {
  return JSON.stringify(tuple);
}
