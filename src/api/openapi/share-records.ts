import type { Schema } from '../http/operation/operation.ts';

type ObjectSchema = Schema & { properties: Readonly<Record<string, Schema>> };

/**
 * The schemas of one collection's records with each field once: reading refers to the record of which fields may be
 * left out; creating and patching to the fields that both take.
 */
export function shareRecords(
  name: string,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Schema> {
  const of = (kind: string): ObjectSchema => schemas[name + kind] as ObjectSchema;
  const [create, patch] = [of('Create'), of('Patch')];
  const alike = Object.entries(patch.properties).filter(([field, schema]) =>
    isSame(create.properties[field], schema),
  );
  const fields = { type: 'object', properties: Object.fromEntries(alike) };
  return {
    ...schemas,
    [name]: extend(`${name}Part`, of('Part'), of('')),
    [`${name}Fields`]: fields,
    [`${name}Create`]: extend(`${name}Fields`, fields, create),
    [`${name}Patch`]: extend(`${name}Fields`, fields, patch),
  };
}

/** The schema as a reference to a named base, with what the base lacks. */
function extend(name: string, base: ObjectSchema, whole: ObjectSchema): Schema {
  const { type, properties, additionalProperties, ...rest } = whole;
  const own = Object.entries(properties).filter(
    ([field, schema]) => !isSame(base.properties[field], schema),
  );
  return {
    type,
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    ...rest,
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    // Unlike `additionalProperties`, this sees the fields of the base.
    ...(additionalProperties === false && { unevaluatedProperties: false }),
  };
}

function isSame(left: Schema | undefined, right: Schema): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
