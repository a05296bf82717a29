import type { Field } from '../fields/field.ts';
import { isObject, isSameJson, type JsonObject } from './json-object.ts';

/**
 * The parts of a stored object that are no longer declared. As the column of a field that is no longer
 * declared they stay as they are: nobody writes them, and they stand in nobody's way.
 */
function leftParts({ kind, settings }: Field, stored: unknown): JsonObject {
  const parts = kind.parts?.(settings);
  if (!parts || !isObject(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !parts.has(name)));
}

/** An object without those, as far as they are as they are stored. */
export function withoutLeft(field: Field, value: unknown, stored: unknown): unknown {
  const left = leftParts(field, stored);
  if (!isObject(value) || Object.keys(left).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, part]) => !Object.hasOwn(left, name) || !isSameJson(part, left[name]),
    ),
  );
}

/** What is stored when the rest of an object is written. */
export function withLeft(field: Field, value: unknown, stored: unknown): unknown {
  const left = leftParts(field, stored);
  return Object.keys(left).length === 0 ? value : { ...(isObject(value) && value), ...left };
}
