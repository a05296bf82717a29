import { requireItem } from '../../../fields/require-entry.ts';
import type { fieldReasons } from '../../../contract/meta.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { SortKey } from '../../../descriptor/filter/filter.ts';
import { isKey } from '../../../descriptor/title.ts';
import { findPlace, wordsColumn, type Place } from '../place.ts';
import { isSearched, isSearchedByBeginning } from '../search-words.ts';
import { objectName } from './table-sql.ts';
import type { TableIndex } from './table.ts';

/** What an index is for. Without any of its reasons it would not exist. */
type IndexReason = (typeof fieldReasons)[number];

/** An index with the fields it is on, in its order, and everything it is for. */
export type ExplainedIndex = {
  index: TableIndex;
  fields: readonly string[];
  reasons: readonly IndexReason[];
  /** It finds words in the fields, not their values. */
  hasWords?: true;
};

/** The indexes of a resource. */
export function toIndexes(resource: Resource): TableIndex[] {
  return explainIndexes(resource).map(({ index }) => index);
}

/**
 * The indexes of a resource, by use: unique values, references, declared filters, the key of files, the order in which
 * the list opens, search, and what the descriptor asks for with `index` and `indexes`. Each uses the same expression as the
 * statements it serves. Everything else that lists show is sorted and filtered without one.
 */
export function explainIndexes(resource: Resource): ExplainedIndex[] {
  const kept = [...resource.fields.keys()].filter((name) => isKept(resource, name));
  const own = kept.map((name) => findPlace(resource, name, ''));
  const requestedPlaces = own.filter(({ path }) => isAsked(resource, path));
  const filtered = filteredPaths(resource).map((path) => findPlace(resource, path, ''));
  const forPlace = (place: Place, index: TableIndex): ExplainedIndex => {
    return { index, fields: [place.path], reasons: reasonsOf(resource, place) };
  };
  return [
    ...own.filter(isUnique).map((place) => toUniqueIndex(resource, [place])),
    ...resource.unique.map((names) =>
      toUniqueIndex(
        resource,
        names.map((name) => findPlace(resource, name, '')),
      ),
    ),
    ...toSortIndex(resource),
    ...resource.indexes.map((names) => toCompositeIndex(resource, names)),
    ...requestedPlaces
      .filter(isOrdered)
      .map((place) => forPlace(place, toOrderIndex(resource, place))),
    ...distinct([
      ...own.filter((place) => isReference(place) || isBegun(resource, place)),
      ...filtered,
    ])
      .filter((place) => isOrdered(place) && !isServed(resource, place))
      .map((place) => forPlace(place, toFilterIndex(resource, place))),
    ...distinct([...requestedPlaces, ...filtered])
      .filter(hasMembers)
      .map((place) => forPlace(place, toMemberIndex(resource, place))),
    ...toWordsIndex(resource),
  ];
}

/** Whether an index has the records in this order, down to their `_id`. */
function isIndexedOrder(resource: Resource, sort: readonly SortKey[]): boolean {
  const [first] = sort;
  if (first && sort.length === 1 && isAsked(resource, first.path)) return true;
  const own = firstSorted(resource) === undefined ? [] : sortKeys(resource);
  return (
    own.length === sort.length &&
    own.every(({ path, descending }, index) => {
      const key = requireItem(sort, index);
      return key.path === path && (key.descending === descending || own.length === 1);
    })
  );
}

function toIndex({ name }: Resource, parts: readonly string[], definition: string): TableIndex {
  return { name: objectName(name, ...parts), unique: false, definition };
}

// Empty values are different from each other, so a record without one of them shares nothing.
function toUniqueIndex(resource: Resource, places: readonly Place[]): ExplainedIndex {
  const fields = places.map(({ path }) => path);
  const columns = places.map(({ sql }) => sql).join(', ');
  const index = toIndex(resource, [fields.join('+'), 'unique'], `using btree (${columns})`);
  return { index: { ...index, unique: true }, fields, reasons: ['unique'] };
}

// With `_id` at its end it serves a page, a cursor and both directions; lists read empty values separately.
function toOrderIndex(resource: Resource, { path, key }: Place): TableIndex {
  return toIndex(resource, [path, 'order'], `using btree (${inParentheses(key)}, _id)`);
}

/** The last field may be an order, which ends with `_id`: then one range of the index is the page. */
function toCompositeIndex(resource: Resource, fields: readonly string[]): ExplainedIndex {
  const keys = fields.map((path) => inParentheses(findPlace(resource, path, '').key));
  const definition = `using btree (${[...keys, '_id'].join(', ')})`;
  const index = toIndex(resource, [fields.join('+'), 'composite'], definition);
  return { index, fields, reasons: ['composite'] };
}

// Without `_id`, equal values share one entry: a tenth of the size where many records have the same value.
function toFilterIndex(resource: Resource, { path, key }: Place): TableIndex {
  return toIndex(resource, [path, 'filter'], `using btree (${inParentheses(key)})`);
}

/** The order in which the list opens. */
function toSortIndex(resource: Resource): ExplainedIndex[] {
  const keys = sortKeys(resource).map(({ path, descending }) => ({
    place: findPlace(resource, path, ''),
    descending,
  }));
  const [first] = keys;
  if (first === undefined || firstSorted(resource) === undefined) return [];
  const columns = keys.map(({ place, descending }, index) => {
    // Empty values of the first key are read separately, so there only the direction matters.
    const last = descending && index > 0 && !place.required ? ' nulls last' : '';
    return `${inParentheses(place.key)}${descending ? ' desc' : ''}${last}`;
  });
  const id = `_id${first.descending ? ' desc' : ''}`;
  const index = toIndex(resource, ['sort'], `using btree (${[...columns, id].join(', ')})`);
  return [{ index, fields: keys.map(({ place }) => place.path), reasons: ['order'] }];
}

function toMemberIndex(resource: Resource, { path, sql }: Place): TableIndex {
  // Most lists are empty, and each would cost an entry that nobody looks for.
  return toIndex(resource, [path, 'members'], `using gin (${sql}) where ${sql} <> '{}'`);
}

function toWordsIndex(resource: Resource): ExplainedIndex[] {
  const column = wordsColumn(resource, '');
  if (column === undefined) return [];
  const fields = [...resource.fields.keys()].filter((name) => isSearched(resource, name));
  const index = toIndex(resource, ['words'], `using gin (${column} gin_trgm_ops)`);
  return [{ index, fields, reasons: ['search'], hasWords: true }];
}

/** Why there is an index on the values of a place. */
function reasonsOf(resource: Resource, place: Place): IndexReason[] {
  const { path } = place;
  const reasons = {
    asked: isAsked(resource, path),
    reference: resource.fields.has(path) && isReference(place),
    key: isKey(resource, path),
    filter: resource.list.indexed.includes(path),
    search: isBegun(resource, place),
  };
  return (Object.keys(reasons) as (keyof typeof reasons)[]).filter((name) => reasons[name]);
}

/** The filters of the list that have an index, and the key by which files refer. */
function filteredPaths(resource: Resource): string[] {
  // Several fields of a key share the index that makes them unique.
  const key = resource.importKey.filter((path) => isKey(resource, path));
  const paths = new Set([...resource.list.indexed, ...key]);
  return [...paths].filter((path) => isKept(resource, path));
}

/** The first key of the list's own order, if that order has an index of its own. */
function firstSorted(resource: Resource): string | undefined {
  const keys = sortKeys(resource);
  if (!keys.every(({ path }) => isKept(resource, path))) return undefined;
  const places = keys.map(({ path }) => findPlace(resource, path, ''));
  const [first] = places;
  const isSimple = places.every((place) => place.shape === 'column' && !isReference(place));
  return isSimple && first && !first.unique ? first.path : undefined;
}

function isAsked({ fields }: Resource, path: string): boolean {
  return fields.get(path)?.index === true;
}

/** Whether another index finds its values. */
function isServed(resource: Resource, { path, long, words }: Place): boolean {
  const isSorted = isAsked(resource, path) || firstSorted(resource) === path;
  const isFirst = resource.indexes.some(([first]) => first === path);
  return isSorted || isFirst || (long && words !== undefined);
}

/** Whether an index has the values of the first key, but those that share one in no order. */
export function isSharedOrder(resource: Resource, sort: readonly SortKey[]): boolean {
  const path = sort[0]?.path;
  // The key of files may be the `_id`, which no two records share.
  if (path === undefined || path === '_id') return false;
  if (!filteredPaths(resource).includes(path) || isIndexedOrder(resource, sort)) return false;
  const place = findPlace(resource, path, '');
  return isOrdered(place) && place.shape === 'column' && !isReference(place);
}

/** A value that is computed on reading, or stored with another record, cannot have an index here. */
export function isKept({ fields, through }: Resource, path: string): boolean {
  if (through.has(path)) return false;
  const field = fields.get(path);
  return field?.computed === undefined || field.stored;
}

function sortKeys(resource: Resource): SortKey[] {
  return resource.list.sort
    .split(',')
    .map((key) => ({ path: key.replace(/^-/, ''), descending: key.startsWith('-') }));
}

/** Whether a place has one value per record and enough different ones for an index to help. */
export function isOrdered(place: Place): boolean {
  const single = place.shape === 'column' || (place.shape === 'part' && place.type === 'text');
  return single && !isUnique(place) && place.type !== 'jsonb' && place.type !== 'boolean';
}

/** Whether an index of single members finds its values. A whole value of a searched list is found by its words. */
export function hasMembers({ shape, words }: Place): boolean {
  return shape === 'array' && words === undefined;
}

/** Whether the search compares the beginnings of its values. */
function isBegun({ fields }: Resource, { path }: Place): boolean {
  const field = fields.get(path);
  return field !== undefined && isSearchedByBeginning(field);
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
