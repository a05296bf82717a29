import { hasMovingDefault } from '../../descriptor/default-of.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';

/** A body that creates a record: the required fields, with an example of their type. */
export function createExample({ fields }: Resource): Record<string, unknown> {
  const required = [...fields.values()].filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(required.map((field) => [field.name, exampleOf(field)]));
}

/** A patch of one field. */
export function patchExample({ fields }: Resource): Record<string, unknown> {
  const writable = [...fields.values()].find((field) => !field.readOnly && !field.unique);
  return writable ? { [writable.name]: exampleOf(writable) } : {};
}

/** An example of its type that also passes the settings of this very field, if there is one. */
function exampleOf(field: Field): unknown {
  if (field.default !== undefined && !hasMovingDefault(field)) return field.default;
  const rule = field.kind.value(field.settings);
  const valid = field.kind.examples.flatMap((example) => example.valid);
  return valid.find((value) => rule.safeParse(value).success) ?? null;
}
