import { Config, Healthy, Info, PendingPlan, Ready, Structure } from '../../contract/meta.ts';
import { json } from '../http/operation/answer-schema.ts';
import type { Operation } from '../http/operation/operation.ts';

const tags = ['system'];

/** What the document says about the calls that tell of the installation. */
export const aboutOperations = {
  config: (): Operation => ({
    operationId: 'config',
    summary: 'What the screens are made of',
    tags,
    responses: {
      200: json('As this user may see it', Config),
    },
  }),

  info: (): Operation => ({
    operationId: 'info',
    summary: 'What runs here',
    tags,
    responses: {
      200: json('Version, runtime, database, counts', Info),
    },
  }),

  structure: (): Operation => ({
    operationId: 'structure',
    summary: 'All that is declared',
    description:
      'For roles with `devMenu` or `all`: the descriptor whole, with what every role may do.',
    tags,
    responses: {
      200: json('As it is applied', Structure),
    },
  }),

  plan: (): Operation => ({
    operationId: 'structure.plan',
    summary: 'What the file of the descriptor asks for beyond what is applied',
    description:
      'As `npx backoffice plan`. Records that stand in the way are named only to roles with `all`.',
    tags,
    responses: {
      200: json('Looked at now; nothing is locked or changed', PendingPlan),
    },
  }),

  openapi: (): Operation => ({
    operationId: 'openapi',
    summary: 'This document',
    description: 'It holds what the caller may call; without a token, what anyone may.',
    tags,
    responses: {
      200: {
        description: 'OpenAPI 3.1',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  }),

  health: (): Operation => ({
    operationId: 'health',
    summary: 'The process is alive',
    tags,
    responses: { 200: json('Alive', Healthy) },
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
    responses: { 200: json('Ready', Ready) },
  }),

  metrics: (): Operation => ({
    operationId: 'metrics',
    summary: 'What this server counts of itself, for Prometheus',
    description:
      'Requests by method, pattern of the route and status, with how long they took; process, event loop, connections, streams of events, jobs and mails by state. Counted at most once a second.',
    tags,
    responses: {
      200: {
        description: 'Prometheus text',
        content: { 'text/plain': { schema: { type: 'string' } } },
      },
    },
  }),
};
