import type { Schema } from '../http/operation/operation.ts';

/** The members of a JSON Schema that hold schemas: one, a list, or an object of them. */
const one = new Set(['items', 'additionalProperties']);
const lists = new Set(['anyOf', 'oneOf', 'allOf']);

/** Changes the schemas directly inside; `names` are what the schema can be called, the second argument those of the part. */
export function mapParts(
  schema: Schema,
  names: readonly string[],
  change: (part: Schema, names: readonly string[]) => Schema,
): Schema {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (one.has(key) && isSchema(value))
      return [key, change(value, key === 'items' ? names.map(toItem) : names)];
    if (lists.has(key) && Array.isArray(value)) {
      const choices = value as Schema[];
      const toNames = (choice: Schema) => toPascal(wordOf(choice, choices));
      return [
        key,
        choices.map((each) =>
          change(
            each,
            names.map((name) => name + toNames(each)),
          ),
        ),
      ];
    }
    if (key === 'properties' && isSchema(value)) {
      const members = Object.entries(value as Record<string, Schema>);
      const toNames = (at: string) => names.map((name) => name + toPascal(at));
      return [key, Object.fromEntries(members.map(([at, of]) => [at, change(of, toNames(at))]))];
    }
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/** What tells one choice from the others: the value of a constant, a property that only it has, or its type. */
function wordOf(choice: Schema, choices: readonly Schema[]): string {
  const others = choices.filter((each) => each !== choice && each['type'] !== 'null');
  if (others.length === 0) return '';
  const { properties = {}, type } = choice as {
    properties?: Record<string, Schema>;
    type?: string;
  };
  const constant = Object.values(properties).find((each) => typeof each['const'] === 'string');
  if (constant) return String(constant['const']);
  const own = Object.keys(properties).find((name) =>
    others.every(({ properties: all = {} }) => !(name in (all as object))),
  );
  return own ?? type ?? '';
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
