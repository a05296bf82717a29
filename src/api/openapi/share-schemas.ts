import type { Schema } from '../http/operation/operation.ts';
import { createShelf } from './shelf.ts';

/** The members of a JSON Schema that hold schemas: one, a list, or an object of them. */
const one = new Set(['items', 'additionalProperties']);
const lists = new Set(['anyOf', 'oneOf', 'allOf']);

/** The length from which a schema deserves a name. */
const LEAST = 250;

/**
 * Moves schemas that occur more than once, at any depth, into components. `named` are those that have a name
 * already. `refer` gives the rest of a schema, with references; `components` gives all that have a name.
 */
export function shareSchemas(used: readonly Schema[], named: Readonly<Record<string, Schema>>) {
  const parts = [...used, ...Object.values(named)]
    .flatMap((schema) => [...partsOf(schema)])
    .filter((schema) => JSON.stringify(schema).length >= LEAST);
  const shelf = createShelf<Schema>('schemas', parts, named);
  const within = (schema: Schema, name: string): Schema =>
    mapParts(schema, name, (part, ofPart) => refer(part, ofPart));
  function refer(schema: Schema, name: string): Schema {
    const given = shelf.refer(schema, name);
    return given === schema ? within(schema, name) : given;
  }
  return {
    refer,
    components(): Record<string, Schema> {
      const made: Record<string, Schema> = {};
      // Each part can have parts of its own, which get their names here.
      for (let all = shelf.named(); Object.keys(all).length > Object.keys(made).length;) {
        for (const [name, schema] of Object.entries(all)) made[name] ??= within(schema, name);
        all = shelf.named();
      }
      return made;
    },
  };
}

function* partsOf(schema: Schema): Generator<Schema> {
  yield schema;
  const parts: Schema[] = [];
  mapParts(schema, '', (part) => {
    parts.push(part);
    return part;
  });
  for (const part of parts) yield* partsOf(part);
}

/** Changes the schemas directly inside; the second argument is a name for each. */
function mapParts(
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
