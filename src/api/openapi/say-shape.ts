import type { Parameter, Schema } from '../http/operation/operation.ts';

export function object(
  properties: Record<string, Schema>,
  required = Object.keys(properties),
): Schema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export function json(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

export function body(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } };
}

export function query(name: string, schema: Schema, description?: string): Parameter {
  return { name, in: 'query', schema, ...(description !== undefined && { description }) };
}
