import type { Operation, Parameter, Schema } from '../../api/http/operation/operation.ts';

export const count: Schema = { type: 'integer', minimum: 0 };
export const text: Schema = { type: 'string' };

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};

export function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties };
}

export function listOf(items: Schema, description?: string): Schema {
  return { type: 'array', ...(description && { description }), items };
}

type About = {
  name: string;
  summary: string;
  description: string;
  parameters?: readonly Parameter[];
  schema: Schema;
};

/** A reading of one project. */
export function projectOperation({
  name,
  summary,
  description,
  parameters = [],
  schema,
}: About): Operation {
  return {
    operationId: `projects.${name}`,
    summary,
    description,
    tags: ['projects'],
    parameters: [id, ...parameters],
    responses: {
      200: { description: 'The result', content: { 'application/json': { schema } } },
    },
    problems: parameters.length > 0 ? [404, 414] : [404],
  };
}
