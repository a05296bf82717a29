import type { Resource } from '../../../descriptor/descriptor.ts';
import { findPlace, type Place } from '../../schema/place.ts';
import { quoteName } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';

/** A field as it is stored: where, under which name, and as which type. */
export type StoredField = {
  name: string;
  place: Place;
  /** The name of its column; a join has a table instead, `place.sql`. */
  column: string;
  /** The type of a parameter that holds its value. */
  type: string;
  isMany: boolean;
  isJoin: boolean;
};

/** The stored fields of a resource, in their order: without the system's and the computed ones. */
export function storedFields(resource: Resource): readonly StoredField[] {
  return cachePerResource(resource, 'fields', () =>
    [...resource.fields.values()]
      .filter(({ computed }) => computed === undefined)
      .map(({ name }) => toOwnField(resource, name)),
  );
}

/** The own fields with these names, in the order of the resource. */
export function storedFieldsNamed(resource: Resource, names: readonly string[]): StoredField[] {
  return storedFields(resource).filter(({ name }) => names.includes(name));
}

/** The value as a parameter: an empty value is null in a column of one value, and an empty list in one of many. */
export function toStored({ place, isMany }: StoredField, value: unknown): unknown {
  if (value === null || value === undefined) return isMany ? [] : null;
  const { toParam } = sqlTypes[place.type];
  return Array.isArray(value) && isMany ? value.map(toParam) : toParam(value);
}

/** The values of the fields as parameters. */
export function toParams(
  fields: readonly StoredField[],
  values: Readonly<Record<string, unknown>>,
): unknown[] {
  return fields.map((field) => toStored(field, values[field.name]));
}

/** The values as JSON: null for an empty value, `[]` for an empty list. */
export function toDocument(
  fields: readonly StoredField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const doc: Record<string, unknown> = {};
  for (const { name, isMany } of fields) doc[name] = values[name] ?? (isMany ? [] : null);
  return doc;
}

/** Whether there is nothing to store. An empty list is a value in a json field, but not in a field of many. */
export function isEmptyValue({ isMany }: StoredField, value: unknown): boolean {
  return value === null || value === undefined || (isMany && (value as unknown[]).length === 0);
}

function toOwnField(resource: Resource, name: string): StoredField {
  const place = findPlace(resource, name);
  const isJoin = place.shape === 'join';
  const isMany = isJoin || place.shape === 'array';
  const type = sqlTypes[place.type].name + (isMany ? '[]' : '');
  return { name, place, column: quoteName(name), type, isMany, isJoin };
}

/** Texts of statements; they are the same for the same fields. A resource of a new descriptor starts without any. */
const compiledCache = new WeakMap<Resource, Map<string, unknown>>();

/** How many texts of one resource are remembered, so callers that ask for ever new fields cannot fill the memory. */
const MAX_CACHED_SELECTIONS = 500;

/** Returns what `make` makes, once per resource and key. */
export function cachePerResource<T>(resource: Resource, key: string, make: () => T): T {
  let cache = compiledCache.get(resource);
  if (!cache) compiledCache.set(resource, (cache = new Map()));
  if (cache.has(key)) return cache.get(key) as T;
  if (cache.size >= MAX_CACHED_SELECTIONS) cache.clear();
  const value = make();
  cache.set(key, value);
  return value;
}
