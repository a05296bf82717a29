import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { duplicatesOf } from '../../../fields/problems/problem-words.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Connection } from '../../connection/connection.ts';
import { quoteName } from '../../connection/sql.ts';
import { isEmptyValue, storedFields, toStored, type StoredField } from '../sql/stored-fields.ts';
import { findTogether, findRecords } from '../query/read.ts';
import { requireItem } from '../../../fields/require-entry.ts';

/** A record to be written, new or changed. */
export type Row = { id: string; values: Readonly<Record<string, unknown>>; isNew: boolean };

type Place = { connection: Connection; descriptor: Descriptor; resource: Resource };

/**
 * The conflicts of each record of a set, found by a few statements for all: a value that another record has, a
 * reference to nothing. Undefined for a record without conflicts.
 */
export async function findConflicts(code: string, place: Place, rows: readonly Row[]) {
  const finder = finders[code];
  if (!finder) return rows.map(() => undefined);
  const conflicts = await finder.find(place, rows);
  return rows.map((row) => {
    const problems = conflicts.get(row) ?? [];
    return problems.length === 0 ? undefined : { failure: finder.failure, problems };
  });
}

type Found = Map<Row, Problem[]>;

const finders: Readonly<
  Record<
    string,
    { failure: 'duplicate' | 'invalid'; find(place: Place, rows: readonly Row[]): Promise<Found> }
  >
> = {
  23505: { failure: 'duplicate', find: findDuplicates },
  23503: { failure: 'invalid', find: findMissingTargets },
};

async function findDuplicates(place: Place, rows: readonly Row[]): Promise<Found> {
  const { connection, resource } = place;
  const conflicts: Found = new Map();
  const news = rows.filter(({ isNew }) => isNew);
  const ids = await existing(
    connection,
    resource,
    news.map(({ id }) => id),
  );
  for (const row of repeated(news, ({ id }) => id).concat(news.filter(({ id }) => ids.has(id))))
    addConflict(conflicts, row, ['_id']);
  for (const field of storedFields(resource).filter((one) => one.place.unique)) {
    const having = rows.filter(({ values }) => !isEmptyValue(field, values[field.name]));
    const owners = await findOwners(place, field, having);
    const valueOf = ({ values }: Row) => values[field.name];
    const taken = having.filter((row) => (owners.get(valueOf(row)) ?? row.id) !== row.id);
    for (const row of new Set([...taken, ...repeated(having, valueOf)]))
      addConflict(conflicts, row, [field.name]);
  }
  for (const row of await findTogetherTaken(place, rows))
    addConflict(conflicts, row.row, row.names);
  return conflicts;
}

function addConflict(conflicts: Found, row: Row, names: readonly string[]): void {
  const problems = conflicts.get(row) ?? [];
  const news = duplicatesOf(names).filter(({ path }) => !problems.some((one) => one.path === path));
  conflicts.set(row, [...problems, ...news]);
}

/** All but the first of those that share a key. */
function repeated(rows: readonly Row[], toKey: (row: Row) => unknown): Row[] {
  const seen = new Set<unknown>();
  return rows.filter((row) => seen.size === seen.add(toKey(row)).size);
}

/** Which records have these values now. */
async function findOwners(
  { connection, resource }: Place,
  field: StoredField,
  rows: readonly Row[],
) {
  const values = rows.map((row) => toStored(field, row.values[field.name]));
  if (values.length === 0) return new Map<unknown, string>();
  const owners = await connection.rows<{ value: unknown; id: string }>(
    `select ${field.column} as value, _id as id from ${quoteName(resource.name)} where ${field.column} = any($1::${field.type}[])`,
    [values],
  );
  return new Map(owners.map(({ value, id }) => [value, id]));
}

async function findMissingTargets(place: Place, rows: readonly Row[]): Promise<Found> {
  const { connection, descriptor, resource } = place;
  const conflicts: Found = new Map();
  // A new record may refer to itself and to others of its call, but not to one that cannot be written.
  const coming = new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id));
  const relations = storedFields(resource).flatMap((field) => {
    const target = descriptor.resources.get(field.place.to ?? '');
    return target ? [{ field, target, there: new Set<string>() }] : [];
  });
  for (const relation of relations) {
    const targetIds = rows.flatMap((row) => targetsOf(relation.field, row));
    relation.there = await existing(connection, relation.target, targetIds);
  }
  for (let before = -1; before !== conflicts.size;) {
    before = conflicts.size;
    for (const row of rows.filter((each) => !conflicts.has(each))) {
      const problems = relations.flatMap(({ field, target, there }) => {
        const isThere = (id: string) =>
          there.has(id) || (target.name === resource.name && coming.has(id));
        const pathOf = (index: number) => (field.isMany ? `${field.name}.${index}` : field.name);
        return targetsOf(field, row).flatMap((id, index) =>
          isThere(id) ? [] : [problem('V014', pathOf(index), { value: id })],
        );
      });
      if (problems.length === 0) continue;
      conflicts.set(row, problems);
      coming.delete(row.id);
    }
  }
  return conflicts;
}

function targetsOf({ name }: StoredField, { values }: Row): string[] {
  return [values[name] ?? []].flat() as string[];
}

async function existing(
  connection: Connection,
  { name }: Resource,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.rows<{ _id: string }>(
    `select _id from ${quoteName(name)} where _id = any($1::text[])`,
    [[...new Set(ids)]],
  );
  return new Set(rows.map(({ _id }) => _id));
}

/** The rows whose values of several fields together belong to another record, or to an earlier row. */
async function findTogetherTaken(place: Place, rows: readonly Row[]) {
  const taken: { row: Row; names: readonly string[] }[] = [];
  for (const names of place.resource.unique) {
    const tuples = await tuplesOf(place, names, rows);
    if (tuples.size === 0) continue;
    const records = await findTogether(toParts(place), place.resource, names, [...tuples.values()]);
    const owners = new Map(
      records.map((record) => [keyOf(names.map((name) => record[name])), record]),
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

/** The values each row will have in these fields, if all of them are filled and at least one is written. */
async function tuplesOf(place: Place, names: readonly string[], rows: readonly Row[]) {
  const writing = rows.filter(({ values }) => names.some((name) => values[name] !== undefined));
  const changed = writing.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const wanted = { values: changed, fields: names };
  const there = await findRecords(toParts(place), place.resource, wanted);
  const before = new Map(there.map((record) => [record._id, record]));
  const tuples = writing.map(({ id, values }) =>
    names.map((name) => (values[name] === undefined ? before.get(id)?.[name] : values[name])),
  );
  return new Map(
    writing.flatMap((row, at) =>
      requireItem(tuples, at).every(isFilled) ? [[row, requireItem(tuples, at)]] : [],
    ),
  );
}

function toParts({ connection, descriptor }: Place) {
  return { connection, scope: { descriptor } };
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function keyOf(tuple: readonly unknown[]): string {
  return JSON.stringify(tuple);
}
