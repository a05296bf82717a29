import type { Schema } from '../http/operation/operation.ts';
import { mapParts } from './schema-parts.ts';

/** The schema in fewer words, at any depth: with the same meaning. */
export function compactSchema(schema: Schema): Schema {
  const { propertyNames, additionalProperties, ...rest } = mapParts(schema, [], compactSchema);
  const anyOf = rest['anyOf'];
  return {
    ...(Array.isArray(anyOf) ? orNull(rest, anyOf as Schema[]) : rest),
    // Every name in JSON is a text, and every member of an object has some value. With `properties`, it says that there
    // are more.
    ...(propertyNames !== undefined && !isEmpty(propertyNames, 'string') && { propertyNames }),
    ...(additionalProperties !== undefined &&
      ('properties' in rest || !isEmpty(additionalProperties)) && { additionalProperties }),
  };
}

function isEmpty(schema: unknown, type?: string): boolean {
  return JSON.stringify(schema) === JSON.stringify(type === undefined ? {} : { type });
}

/** One shape or null is one shape with two types. */
function orNull(whole: Schema, anyOf: readonly Schema[]): Schema {
  const [shape, empty, ...more] = anyOf;
  const type = shape?.['type'];
  if (more.length > 0 || !shape || !empty || !isEmpty(empty, 'null')) return whole;
  const { anyOf: _, ...rest } = whole;
  const isTyped = typeof type === 'string' && type !== 'null' && !('const' in shape);
  if (!isTyped || Object.keys(shape).some((key) => key in rest)) return whole;
  const { enum: values } = shape as { enum?: unknown[] };
  return { ...rest, ...shape, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
}
