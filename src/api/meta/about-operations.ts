import type { Operation, Schema } from '../http/operation/operation.ts';

const tags = ['system'];
const object = { type: 'object' };
const text = { type: 'string' };

const fileState = {
  ...object,
  required: ['state', 'name', 'problems'],
  description: 'The file as it is now',
  properties: {
    state: { enum: ['applied', 'differs', 'broken', 'unknown'] },
    name: { type: ['string', 'null'] },
    problems: { type: 'array', items: object },
  },
};

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
        file: fileState,
      }),
    },
  }),

  plan: (): Operation => ({
    operationId: 'structure.plan',
    summary: 'What the file of the descriptor asks for beyond what is applied',
    description:
      'As `npx backoffice plan`. Records that stand in the way are named only to roles with `all`.',
    tags,
    responses: {
      200: answer('Looked at now; nothing is locked or changed', {
        file: fileState,
        plan: {
          type: ['object', 'null'],
          description: 'Its `hash` and `steps`; null while the file does not differ',
        },
        command: { type: ['string', 'null'], description: 'What applies it' },
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
    summary: 'The database answers, takes changes, and its tables are up to date',
    parameters: [
      {
        name: 'for',
        in: 'query',
        schema: { const: 'reads' },
        description: 'Content with a database that can only be read.',
      },
    ],
    tags,
    responses: { 200: answer('Ready', { status: { const: 'ok' } }) },
  }),

  metrics: (): Operation => ({
    operationId: 'metrics',
    summary: 'What this server counts of itself, for Prometheus',
    description:
      'Requests by method, pattern of the route and status, with how long they took; process, event loop, connections, streams of events, jobs and mails by state. Counted at most once a second.',
    tags,
    responses: {
      200: { description: 'Prometheus text', content: { 'text/plain': { schema: text } } },
    },
  }),
};

function answer(
  description: string,
  properties: Record<string, Schema>,
): Operation['responses'][string] {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { description, content: { 'application/json': { schema } } };
}
