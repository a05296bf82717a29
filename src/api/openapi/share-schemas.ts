import type { Schema } from '../http/operation/operation.ts';
import { mapParts } from './schema-parts.ts';
import { createShelf } from './shelf.ts';

/** The length from which a schema deserves a name. */
const LEAST = 80;

/**
 * Moves schemas that occur more than once, at any depth, into components. `named` are those that have a name
 * already. `refer` takes the names that a schema can get, the best first, and gives the rest of a schema, with references; `components` gives all that have a name.
 */
export function shareSchemas(used: readonly Schema[], named: Readonly<Record<string, Schema>>) {
  const seen = new Set<string>();
  const parts = [...used, ...Object.values(named)]
    .flatMap((schema) => [...partsOf(schema, seen)])
    .filter((schema) => JSON.stringify(schema).length >= LEAST);
  const shelf = createShelf<Schema>('schemas', parts, named);
  const within = (schema: Schema, names: readonly string[]): Schema =>
    mapParts(schema, names, refer);
  function refer(schema: Schema, names: readonly string[]): Schema {
    const given = shelf.refer(schema, names);
    return given === schema ? within(schema, names) : given;
  }
  return {
    refer,
    components(): Record<string, Schema> {
      const schemas: Record<string, Schema> = {};
      // Each part can have parts of its own, which get their names here.
      for (let all = shelf.named(); Object.keys(all).length > Object.keys(schemas).length;) {
        for (const [name, schema] of Object.entries(all)) schemas[name] ??= within(schema, [name]);
        all = shelf.named();
      }
      return schemas;
    },
  };
}

/** The schema and those inside; inside one that occurs again, they no longer count. */
function* partsOf(schema: Schema, seen: Set<string>): Generator<Schema> {
  yield schema;
  const text = JSON.stringify(schema);
  if (seen.has(text)) return;
  seen.add(text);
  const parts: Schema[] = [];
  mapParts(schema, [], (part) => {
    parts.push(part);
    return part;
  });
  for (const part of parts) yield* partsOf(part, seen);
}
