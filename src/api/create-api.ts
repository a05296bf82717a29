import type { RouteCode } from './extending/define-route.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { problem } from '../fields/problems/problem.ts';
import type { Api, ApiServices, Peer } from './api-services.ts';
import { createClientAddresses } from './http/client-address.ts';
import { addHeaders, compress } from './http/answer/compress.ts';
import { createCors } from './http/answer/cors.ts';
import { rateLimitHeaders } from './http/answer/rate-limit.ts';
import { runAs } from '../store/connection/current-work.ts';
import { beginSpan } from '../store/connection/tracing.ts';
import { openEvents } from './live/events.ts';
import { createChecks } from './meta/checks/create-checks.ts';
import { createMetrics } from './meta/metrics.ts';
import { createRouter, type Router, type RequestInfo } from './http/create-router.ts';
import { problemResponse } from './http/answer/problem-response.ts';
import { runnerOf } from '../services/jobs/job-runner.ts';
import { refuse } from '../services/refusal.ts';
import { createRoutes } from './routes.ts';
import { createServe } from './http/serve.ts';
import { refuseError } from './http/answer/server-error.ts';
import { createAccessTokens } from './accounts/access-token.ts';
import { createAttemptQueue } from './accounts/sign-in/attempt-queue.ts';
import { openAuthenticator } from './accounts/authenticator.ts';
import { randomUUID } from 'node:crypto';

const LONGEST_QUERY = 8_192;

/** What monitoring asks for all the time. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** The parts of an API, and the code of routes of this installation. */
export type ApiOptions = ApiServices & { routes?: readonly RouteCode[] };

/** The whole API as a function of requests. Close it when it is no longer asked. */
export function createApi(services: ApiOptions): Api {
  const { log, publicUrl, secret, clock = Date.now, actions = [], routes = [], store } = services;
  const tokens = createAccessTokens(secret, publicUrl ?? 'backoffice', clock);
  const authenticator = openAuthenticator(services, tokens);
  const addresses = createClientAddresses(services);
  const attemptQueue = createAttemptQueue();
  const events = openEvents(services, authenticator);
  const checks = createChecks(services);
  const metrics = createMetrics(services, checks);
  const cors = createCors(services.corsOrigins ?? []);
  const serve = createServe(services, authenticator, events);
  const routerOf = oncePerDescriptor((descriptor) =>
    createRouter(
      createRoutes(
        descriptor,
        { tokens, authenticator, attemptQueue, events, metrics, checks, store, inside: answer },
        { actions, routes },
      ),
      serve,
    ),
  );

  async function answer(request: Request, visit: RequestInfo): Promise<Response> {
    if (queryOf(request).length > LONGEST_QUERY) return refuseLongQuery(visit);
    try {
      const response = await routerOf(services.descriptor()).fetch(request, visit);
      const packed = visit.secret ? response : compress(request, response);
      return packed instanceof Promise ? await packed : packed;
    } catch (error) {
      const refusal = refuseError(error, log, visit.requestId);
      visit.code = refusal.refused[0].code;
      return problemResponse(refusal, visit.requestId);
    }
  }

  return {
    fetch: async (request: Request, peer: Peer = {}) => {
      const started = performance.now();
      const visit: RequestInfo = {
        requestId: toRequestId(request),
        address: addresses.of(request, peer),
        noteUser: peer.noteUser,
      };
      const span = beginSpan(() => ({
        name: request.method,
        kind: 'server',
        parent: request.headers.get('traceparent') ?? undefined,
      }));
      if (span) visit.traceparent = span.traceparent;
      const response = await runAs(visit, () => answer(request, visit));
      addHeaders(response, { ...cors(request, response), ...rateLimitHeaders(visit.quotas) });
      const took = Math.round((performance.now() - started) * 10) / 10;
      const { method } = request;
      const { route = 'none', requestId, code } = visit;
      const { status } = response;
      metrics.note({ method, route, status, code, took });
      span?.end({
        name: `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          requestId,
        },
        failure: status >= 500 ? String(code ?? status) : undefined,
      });
      logAnswer(services, request, visit, { status, ms: took });
      return response;
    },
    close: async () => {
      await Promise.all([events.close(), runnerOf(services.database).close()]);
      await authenticator.close();
    },
  };
}

function logAnswer(
  { log, slowAfter = 0 }: ApiServices,
  { method, url }: Request,
  visit: RequestInfo,
  { status, ms }: { status: number; ms: number },
): void {
  const { requestId, userId, address, route = 'none' } = visit;
  // Only the path: search words do not belong in logs.
  const path = url.slice(url.indexOf('/', 8)).split('?', 1)[0];
  log[levelOf(route, status)]({ requestId, userId, address, method, path, status, ms }, 'answered');
  if (slowAfter <= 0 || ms < slowAfter) return;
  const { statements = 0, databaseMs = 0 } = visit;
  const spent = { statements, databaseMs: Math.round(databaseMs) };
  log.warn({ requestId, method, route, status, ms, ...spent }, 'a request was slow');
}

/** Probes come every few seconds, and would fill the log. */
function levelOf(route: string, status: number): 'debug' | 'info' {
  return probes.has(route) && status < 400 ? 'debug' : 'info';
}

function oncePerDescriptor(create: (descriptor: Descriptor) => Router): typeof create {
  let cache: { descriptor: Descriptor; router: Router } | undefined;
  return (descriptor) => {
    if (cache?.descriptor !== descriptor) cache = { descriptor, router: create(descriptor) };
    return cache.router;
  };
}

function queryOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function refuseLongQuery({ requestId }: RequestInfo): Response {
  const reason = problem('Q012', '', { max: LONGEST_QUERY });
  return problemResponse(refuse(reason, { status: 414 }), requestId);
}

/** The id that a proxy gave the request, if it is harmless in a log; otherwise a new one. */
function toRequestId(request: Request): string {
  const given = request.headers.get('X-Request-Id');
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
