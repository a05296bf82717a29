import type { Operation } from '../../api/http/operation/operation.ts';

const integer = { type: 'integer', minimum: 1 };

/** What the document says about the sources of a project. */
export function sourcesOperation(): Operation {
  return {
    operationId: 'projects.sources',
    summary: 'List the sources of a project',
    description: 'Takes all parameters of the list of sources except `project`.',
    tags: ['projects'],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      },
      {
        name: 'tagtog',
        in: 'query',
        description: 'Only sources with a document in tagtog.',
        schema: { type: 'boolean', default: false },
      },
      { name: '_page', in: 'query', schema: integer },
      { name: '_perPage', in: 'query', schema: { ...integer, maximum: 1_000, default: 10 } },
    ],
    responses: {
      200: {
        description: 'A page of sources',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['data', 'total', 'next'],
              properties: {
                data: { type: 'array', items: { $ref: '#/components/schemas/sources' } },
                total: { type: ['integer', 'null'] },
                next: { type: ['string', 'null'] },
              },
            },
          },
        },
      },
    },
    problems: [404, 414],
  };
}
