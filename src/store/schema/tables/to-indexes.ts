import type { Resource } from '../../../descriptor/descriptor.ts';
import { findPlace, wordsColumn, type Place } from '../place.ts';
import { objectName } from './table-sql.ts';
import type { TableIndex } from './table.ts';

/**
 * The indexes of a resource: for unique values, references, what lists filter and sort by, and search. Each uses the
 * same expression as the statements it serves.
 */
export function toIndexes(resource: Resource): TableIndex[] {
  const kept = [...resource.fields.keys()].filter((name) => isKept(resource, name));
  const own = kept.map((name) => findPlace(resource, name, ''));
  const listed = listedPaths(resource).map((path) => findPlace(resource, path, ''));
  return [
    ...own.filter(isUnique).map((place) => toUniqueIndex(resource, [place])),
    ...resource.unique.map((names) =>
      toUniqueIndex(
        resource,
        names.map((name) => findPlace(resource, name, '')),
      ),
    ),
    ...distinct([...own.filter(isReference), ...listed.filter(isOrdered)]).map((place) =>
      toOrderIndex(resource, place),
    ),
    ...toSortIndex(resource),
    ...listed
      .filter(({ shape }) => shape === 'array')
      .map((place) => toMemberIndex(resource, place)),
    ...toWordsIndex(resource),
  ];
}

function toIndex({ name }: Resource, parts: readonly string[], definition: string): TableIndex {
  return { name: objectName(name, ...parts), unique: false, definition };
}

// Empty values are different from each other, so a record without one of them shares nothing.
function toUniqueIndex(resource: Resource, places: readonly Place[]): TableIndex {
  const parts = [places.map(({ path }) => path).join('+'), 'unique'];
  const columns = places.map(({ sql }) => sql).join(', ');
  return { ...toIndex(resource, parts, `using btree (${columns})`), unique: true };
}

// With `_id` at its end it serves a page, a cursor and both directions; lists read empty values separately.
function toOrderIndex(resource: Resource, { path, key }: Place): TableIndex {
  return toIndex(resource, [path, 'order'], `using btree (${inParentheses(key)}, _id)`);
}

/** The list's own order, when it has several keys. */
function toSortIndex(resource: Resource): TableIndex[] {
  if (!sortKeys(resource).every(({ path }) => isKept(resource, path))) return [];
  const keys = sortKeys(resource).map(({ path, descending }) => ({
    place: findPlace(resource, path, ''),
    descending,
  }));
  const [first] = keys;
  if (
    !first ||
    keys.length < 2 ||
    keys.some(({ place }) => place.shape !== 'column' || isReference(place))
  )
    return [];
  const columns = keys.map(({ place, descending }, index) => {
    // Empty values of the first key are read separately, so there only the direction matters.
    const last = descending && index > 0 && !place.required ? ' nulls last' : '';
    return `${inParentheses(place.key)}${descending ? ' desc' : ''}${last}`;
  });
  const id = `_id${first.descending ? ' desc' : ''}`;
  return [toIndex(resource, ['sort'], `using btree (${[...columns, id].join(', ')})`)];
}

function toMemberIndex(resource: Resource, { path, sql }: Place): TableIndex {
  // Most lists are empty, and each would cost an entry that nobody looks for.
  return toIndex(resource, [path, 'members'], `using gin (${sql}) where ${sql} <> '{}'`);
}

function toWordsIndex(resource: Resource): TableIndex[] {
  const column = wordsColumn(resource, '');
  if (column === undefined) return [];
  return [toIndex(resource, ['words'], `using gin (${column} gin_trgm_ops)`)];
}

/** What a list shows, filters and sorts by, and the key by which files refer. */
function listedPaths(resource: Resource): string[] {
  const { columns, filters } = resource.list;
  const sorted = sortKeys(resource).map(({ path }) => path);
  // An index on what every write changes makes every write slower, so it exists only where the descriptor names it.
  const shown = columns.filter((path) => path !== 'updatedAt' && path !== '_version');
  const listed = new Set([...sorted, ...filters, ...shown, resource.importKey]);
  return [...listed].filter((path) => isKept(resource, path));
}

/** A value that is computed on reading, or stored with another record, cannot have an index here. */
function isKept({ fields, through }: Resource, path: string): boolean {
  if (through.has(path)) return false;
  const field = fields.get(path);
  return field?.computed === undefined || field.stored;
}

function sortKeys(resource: Resource): { path: string; descending: boolean }[] {
  return resource.list.sort
    .split(',')
    .map((key) => ({ path: key.replace(/^-/, ''), descending: key.startsWith('-') }));
}

/** Whether a place has one value per record and enough different ones for an index to help. */
function isOrdered(place: Place): boolean {
  const single = place.shape === 'column' || (place.shape === 'part' && place.type === 'text');
  return single && !isUnique(place) && place.type !== 'jsonb' && place.type !== 'boolean';
}

function isUnique({ unique, path }: Place): boolean {
  return unique && path !== '_id';
}

function isReference({ shape, to }: Place): boolean {
  return to !== undefined && shape === 'column';
}

function distinct(places: Place[]): Place[] {
  return places.filter(
    ({ path }, index) =>
      path !== '_id' && places.findIndex((other) => other.path === path) === index,
  );
}

function inParentheses(expression: string): string {
  return /^"[^"]*"$/.test(expression) ? expression : `(${expression})`;
}
