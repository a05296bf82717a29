import type { Operation, Schema } from './operation.ts';

const tags = ['system'];
const object = { type: 'object' };
const text = { type: 'string' };

/** What the document says about the calls that tell of the installation. */
export const aboutOperations = {
  config: (): Operation => ({
    operationId: 'config',
    summary: 'What the screens are made of',
    tags,
    responses: {
      200: answer('As this user may see it', {
        descriptor: { ...object, description: 'The declarations (`resources.json`)' },
        permissions: {
          ...object,
          description: 'By resource, what may be done',
          additionalProperties: { type: 'array', items: text },
        },
        role: text,
        version: text,
        languages: { type: 'array', items: text },
        links: { ...object, additionalProperties: text },
        hash: {
          ...text,
          description: 'Of the whole descriptor; another one means: load this anew',
        },
        problems: {
          type: 'array',
          items: object,
          description: 'For developers: problems of the file as it was last saved',
        },
      }),
    },
  }),

  info: (): Operation => ({
    operationId: 'info',
    summary: 'What runs here',
    tags,
    responses: {
      200: answer('Version, runtime, database, counts', {
        title: text,
        version: text,
        build: { type: ['string', 'null'] },
        runtime: object,
        database: object,
        records: { ...object, additionalProperties: { type: ['integer', 'null'] } },
        startedAt: { type: 'string', format: 'date-time' },
        uptime: { type: 'integer', description: 'Seconds' },
        migrations: {},
        descriptor: object,
      }),
    },
  }),

  structure: (): Operation => ({
    operationId: 'structure',
    summary: 'All that is declared',
    description:
      'For roles with `devMenu` or `all`: the descriptor whole, with what every role may do.',
    tags,
    responses: {
      200: answer('As it is applied', {
        descriptor: { ...object, description: 'The declarations (`resources.json`)' },
        hash: { ...text, description: 'The one in `/api/config`' },
      }),
    },
  }),

  openapi: (): Operation => ({
    operationId: 'openapi',
    summary: 'This document',
    description: 'It holds what the caller may call; without a token, what anyone may.',
    tags,
    responses: {
      200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: object } } },
    },
  }),

  health: (): Operation => ({
    operationId: 'health',
    summary: 'The process is alive',
    tags,
    responses: { 200: answer('Alive', { status: { const: 'ok' } }) },
  }),

  ready: (): Operation => ({
    operationId: 'ready',
    summary: 'The database answers and its tables are up to date',
    tags,
    responses: { 200: answer('Ready', { status: { const: 'ok' } }) },
  }),
};

function answer(
  description: string,
  properties: Record<string, Schema>,
): Operation['responses'][string] {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { description, content: { 'application/json': { schema } } };
}
