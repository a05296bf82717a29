import type { Schema } from '../http/operation/operation.ts';

type Properties = Readonly<Record<string, Schema>>;
type ObjectSchema = Schema & { properties: Properties };

/**
 * The schemas of one collection's records with each field once. What reading and writing say alike of a field, such as
 * its description, is in the values, which both extend. Reading refers to the record of which fields may be left out;
 * creating and patching to the fields that both take. `system` has the schema of the fields that all collections have.
 */
export function shareRecords(
  name: string,
  schemas: Readonly<Record<string, Schema>>,
  system: Readonly<Record<string, ObjectSchema>>,
): Record<string, Schema> {
  const of = (kind: string): ObjectSchema => schemas[name + kind] as ObjectSchema;
  const [create, patch, part] = [of('Create'), of('Patch'), of('Part')];
  const alike = Object.entries(patch.properties).filter(([field, schema]) =>
    isSame(create.properties[field], schema),
  );
  const fields = { type: 'object', properties: Object.fromEntries(alike) };
  const values = { type: 'object', properties: intersect(fields.properties, part.properties) };
  return {
    ...schemas,
    [`${name}Values`]: values,
    [`${name}Part`]: extend({ ...system, [`${name}Values`]: values }, part),
    [`${name}Fields`]: extend({ [`${name}Values`]: values }, fields),
    [name]: extend({ [`${name}Part`]: part }, of('')),
    [`${name}Create`]: extend({ [`${name}Fields`]: fields }, create),
    [`${name}Patch`]: extend({ [`${name}Fields`]: fields }, patch),
  };
}

/** What two objects say alike of the properties that both have. */
function intersect(left: Properties, right: Properties): Properties {
  const names = Object.keys(left).filter((name) => name in right);
  return Object.fromEntries(
    names.map((name) => [
      name,
      pick(left[name], (key, value) => isSame(right[name]?.[key], value)),
    ]),
  );
}

/** The schema as references to named bases, with what they lack. */
function extend(bases: Readonly<Record<string, ObjectSchema>>, whole: ObjectSchema): Schema {
  const { type, properties, additionalProperties, ...rest } = whole;
  const lacking = Object.entries(properties).flatMap(([field, schema]): [string, Schema][] => {
    const given = Object.values(bases).flatMap(({ properties: all }) =>
      field in all ? [all[field]] : [],
    );
    const own = pick(schema, (key, value) => !given.some((each) => isSame(each?.[key], value)));
    return given.length > 0 && Object.keys(own).length === 0 ? [] : [[field, own]];
  });
  return {
    type,
    allOf: Object.keys(bases).map((name) => ({ $ref: `#/components/schemas/${name}` })),
    ...rest,
    ...(lacking.length > 0 && { properties: Object.fromEntries(lacking) }),
    // Unlike `additionalProperties`, this sees the fields of the bases.
    ...(additionalProperties === false && { unevaluatedProperties: false }),
  };
}

function pick(schema: Schema = {}, isMeant: (key: string, value: unknown) => boolean): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => isMeant(key, value)));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
