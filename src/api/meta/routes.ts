import { PermissionCosts } from '../../contract/structure/permission-costs.ts';
import { answerMetrics, type MetricsServices } from './metrics.ts';
import { queryRoute, type Route, route, withArgument } from '../http/route.ts';
import { answerConfig } from '../http/config.ts';
import { answerHealth, answerReady, type ReadyServices } from './health.ts';
import { answerInfo } from './info.ts';
import type { RoutesOf } from '../openapi/document.ts';
import { removeOldest } from '../../fields/require-entry.ts';
import { answerJson } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import {
  answerIndexes,
  answerPendingPlan,
  answerPermissionCosts,
  answerStructure,
} from './structure.ts';
import {
  Alive,
  Config,
  Indexes,
  Info,
  PendingPlan,
  Ready,
  Structure,
} from '../../contract/meta.ts';
import { json } from '../http/operation/schemas.ts';

/** The routes about the installation itself: configuration, health, metrics and the API document. */
export function metaRoutes(routesOf: RoutesOf, services: MetricsServices & ReadyServices): Route[] {
  return [
    route(
      'GET /api/config',
      answerConfig,
      { needs: 'user', withoutFactor: true, takesKey: true },
      () => ({
        operationId: 'config',
        summary: 'Get the configuration of the screens',
        responses: { 200: json('The configuration, limited to what this user may see', Config) },
      }),
    ),
    route('GET /api/info', answerInfo, 'user', () => ({
      operationId: 'info',
      summary: 'Get information about the server',
      responses: { 200: json('Version, runtime, database, counts', Info) },
    })),
    ...developerRoutes(),
    route('GET /api/openapi.json', createOpenapi(routesOf), 'anyone', () => ({
      operationId: 'openapi',
      summary: 'Get this document',
      description:
        'Contains the operations that the caller may use; without a token, those that anyone may use.',
      responses: { 200: json('The OpenAPI 3.1 document', { type: 'object' }) },
    })),
    route('GET /healthz', answerHealth, 'nobody', () => ({
      operationId: 'health',
      summary: 'Check that the process is alive',
      responses: { 200: json('Alive', Alive) },
    })),
    queryRoute('GET /readyz', withArgument(answerReady, services), 'nobody', () => ({
      operationId: 'ready',
      summary: 'Check that the server is ready',
      parameters: [
        {
          name: 'for',
          in: 'query',
          schema: { const: 'reads' },
          description: '`reads`: also succeeds if the database is read-only.',
        },
        {
          name: 'verbose',
          in: 'query',
          schema: { enum: ['', 'true'] },
          description:
            'Adds all `checks`, with the token of the metrics, on this machine if no token is set, or for an admin. Others get the plain answer.',
        },
      ],
      responses: {
        200: json(
          'Ready: the database answers, accepts changes, and its tables are up to date',
          Ready,
        ),
      },
    })),
    route('GET /metrics', withArgument(answerMetrics, services), 'nobody', () => ({
      operationId: 'metrics',
      summary: 'Get metrics for Prometheus',
      description:
        'Requests by method, route pattern and status, with durations; process, event loop, connections, event streams, and jobs and emails by state. Updated at most once per second.',
      responses: {
        200: {
          description: 'Metrics in the Prometheus text format',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
      problems: [404],
    })),
  ];
}

/** The routes that show the descriptor to those who develop it. */
function developerRoutes(): Route[] {
  return [
    route('GET /api/structure', answerStructure, 'developer', () => ({
      operationId: 'structure',
      summary: 'Get the complete descriptor',
      description:
        'For roles with `devMenu`, `configure` or `all`: everything that is declared, with the permissions of every role.',
      responses: { 200: json('The applied descriptor', Structure) },
    })),
    route('GET /api/structure/plan', answerPendingPlan, 'developer', () => ({
      operationId: 'structure.plan',
      summary: 'Get the pending plan',
      description:
        'The changes from the applied descriptor to the descriptor file, as shown by `npx backoffice plan`. Records that prevent a step are named only to roles with `all`.',
      responses: {
        200: json('The plan, made for this request; nothing is locked or changed', PendingPlan),
      },
    })),
    route('GET /api/structure/indexes', answerIndexes, 'developer', () => ({
      operationId: 'structure.indexes',
      summary: 'Get the indexes of all collections',
      description:
        'The reasons, size and use of each index, and advice: which index slow lists lack, and which was not used for 30 days.',
      responses: { 200: json('The indexes, as they are now', Indexes) },
    })),
    route('GET /api/structure/permission-costs', answerPermissionCosts, 'developer', () => ({
      operationId: 'structure.permissionCosts',
      summary: 'Get the costs of row permissions and checks',
      description:
        'For each role whose lists are limited to some records: what PostgreSQL expects the first page to cost with the limit and without it. For each check over other records: the collections whose writes it judges. Reads no record.',
      responses: { 200: json('The costs, as PostgreSQL expects them now', PermissionCosts) },
    })),
  ];
}

/** Documents that are kept. Making one takes some hundredths of a second, and it has up to a megabyte. */
const MAX_CACHED_DOCUMENTS = 20;

/** Responds with the OpenAPI document of what the caller may call, made once for each role and each API key. */
function createOpenapi(routesOf: RoutesOf): (call: Call) => Promise<Response> {
  const documents = new Map<string, string>();
  return async (call) => {
    const { descriptor, role, services } = call;
    // That of a key has a hash of its own.
    const name = `${descriptor.hash} ${role}`;
    let text = documents.get(name);
    if (text === undefined) {
      const { documentFor } = await import('../openapi/document.ts');
      const { version, publicUrl } = services;
      text = JSON.stringify(documentFor({ descriptor, role, routesOf, version, publicUrl }));
      if (documents.size >= MAX_CACHED_DOCUMENTS) removeOldest(documents);
      documents.set(name, text);
    }
    return answerJson(call, 200, text);
  };
}
