import { hasMovingDefault } from '../../descriptor/filter/default-of.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { exampleOf } from '../../fields/example-of.ts';
import type { Field } from '../../fields/field.ts';

/** A body that creates a record: the required fields, with an example of their type. */
export function createExample({ fields }: Resource): Record<string, unknown> {
  const required = [...fields.values()].filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(required.map((field) => [field.name, exampleFor(field)]));
}

/** A patch of one field. */
export function patchExample({ fields }: Resource): Record<string, unknown> {
  const writable = [...fields.values()].find((field) => !field.readOnly && !field.unique);
  return writable ? { [writable.name]: exampleFor(writable) } : {};
}

/** What a new record has there anyway, or what the field accepts. */
function exampleFor(field: Field): unknown {
  if (field.default !== undefined && !hasMovingDefault(field)) return field.default;
  return exampleOf(field) ?? null;
}
