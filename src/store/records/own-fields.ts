import type { Resource } from '../../descriptor/descriptor.ts';
import { findPlace, type Place } from '../schema/place.ts';
import { quoteName } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';
import { compileOnce } from './compile-once.ts';

/** A field as it is written: where, under which name, and as which type. */
export type OwnField = {
  name: string;
  place: Place;
  /** The name of its column; a join has a table instead, `place.sql`. */
  column: string;
  /** Of a parameter that holds its value. */
  type: string;
  isMany: boolean;
  isJoin: boolean;
};

/** The fields of a resource that are written, in their order: without the system's and what is computed. */
export function ownFields(resource: Resource): readonly OwnField[] {
  return compileOnce(resource, 'fields', () =>
    [...resource.fields.values()]
      .filter(({ computed }) => computed === undefined)
      .map(({ name }) => toOwnField(resource, name)),
  );
}

/** The value as a parameter: nothing is null in a column of one, and the empty list in one of many. */
export function toStored({ place, isMany }: OwnField, value: unknown): unknown {
  if (value === null || value === undefined) return isMany ? [] : null;
  return sqlTypes[place.type].toParam(value);
}

/** The values as JSON has them: null where there is none, `[]` where there are none of many. */
export function toDocument(
  fields: readonly OwnField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, isMany }) => [name, values[name] ?? (isMany ? [] : null)]),
  );
}

/** Nothing to store. An empty list is a value of a json field, and none of a field of many. */
export function isEmptyValue({ isMany }: OwnField, value: unknown): boolean {
  return value === null || value === undefined || (isMany && (value as unknown[]).length === 0);
}

function toOwnField(resource: Resource, name: string): OwnField {
  const place = findPlace(resource, name);
  const isJoin = place.shape === 'join';
  const isMany = isJoin || place.shape === 'array';
  const type = sqlTypes[place.type].name + (isMany ? '[]' : '');
  return { name, place, column: quoteName(name), type, isMany, isJoin };
}
