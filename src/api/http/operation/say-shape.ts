import type { Parameter, Schema } from './operation.ts';

export function query(name: string, schema: Schema, description?: string): Parameter {
  return { name, in: 'query', schema, ...(description !== undefined && { description }) };
}
