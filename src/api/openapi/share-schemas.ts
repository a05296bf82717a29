import type { Schema } from '../http/operation/operation.ts';
import { mapParts } from './schema-parts.ts';
import { createShelf } from './shelf.ts';

/** The length from which a schema deserves a name. */
const LEAST = 200;

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
      const schemas: Record<string, Schema> = {};
      // Each part can have parts of its own, which get their names here.
      for (let all = shelf.named(); Object.keys(all).length > Object.keys(schemas).length;) {
        for (const [name, schema] of Object.entries(all)) schemas[name] ??= within(schema, name);
        all = shelf.named();
      }
      return schemas;
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
