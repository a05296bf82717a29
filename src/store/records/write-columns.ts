import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';
import { findPlace, type Place } from '../place.ts';
import { quoteName, type Params } from '../sql.ts';
import { sqlTypes } from '../sql-types.ts';

/** A field with a value to be written. */
export type Written = {
  field: Field;
  place: Place;
  /** The name of its column; of a join there is none, `place.sql` is its table. */
  column: string;
  /** The value as a parameter, with its type. */
  param: string;
};

/**
 * The fields of a resource that `values` has, each with its value as a parameter; `filled`: without
 * those that are empty. They must not even be parameters, since PostgreSQL refuses one nobody uses.
 */
export function toWritten(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
  params: Params,
  { filled = false } = {},
): Written[] {
  return [...resource.fields.values()]
    .filter(({ name }) => Object.hasOwn(values, name))
    .map((field) => {
      const place = findPlace(resource, field.name);
      return { field, place, value: toStored(place, values[field.name]) };
    })
    .filter(({ place, value }) => !filled || !isEmpty(place, value))
    .map(({ field, place, value }) => ({
      field,
      place,
      column: quoteName(field.name),
      param: `${params.add(value)}::${typeOf(place)}`,
    }));
}

function isEmpty(place: Place, value: unknown): boolean {
  return value === null || (isMany(place) && (value as unknown[]).length === 0);
}

export function isJoin({ place }: Pick<Written, 'place'>): boolean {
  return place.shape === 'join';
}

export function isMany({ shape }: Place): boolean {
  return shape === 'join' || shape === 'array';
}

export function typeOf(place: Place): string {
  const { name } = sqlTypes[place.type];
  return isMany(place) ? `${name}[]` : name;
}

/** Nothing is null in a column of one, and the empty list in a column of many. */
export function toStored(place: Place, value: unknown): unknown {
  if (value === null || value === undefined) return isMany(place) ? [] : null;
  return sqlTypes[place.type].toParam(value);
}
