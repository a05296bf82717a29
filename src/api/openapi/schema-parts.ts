import type { Schema } from '../http/operation/operation.ts';

/** The members of a JSON Schema that hold schemas: one, a list, or an object of them. */
const one = new Set(['items', 'additionalProperties']);
const lists = new Set(['anyOf', 'oneOf', 'allOf']);

/** Changes the schemas directly inside; the second argument is a name for each. */
export function mapParts(
  schema: Schema,
  name: string,
  change: (part: Schema, name: string) => Schema,
): Schema {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (one.has(key) && isSchema(value))
      return [key, change(value, key === 'items' ? toItem(name) : name)];
    if (lists.has(key) && Array.isArray(value))
      return [key, value.map((each: Schema) => change(each, name))];
    if (key === 'properties' && isSchema(value)) {
      const members = Object.entries(value as Record<string, Schema>);
      return [
        key,
        Object.fromEntries(members.map(([at, of]) => [at, change(of, name + toPascal(at))])),
      ];
    }
    return [key, value];
  });
  return Object.fromEntries(entries);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toItem(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : `${name}Item`;
}

function toPascal(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
