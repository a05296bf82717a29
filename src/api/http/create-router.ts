import { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { AnyProblemCode } from '../../fields/problems/all-problem-codes.ts';
import type { Work } from '../../store/connection/current-work.ts';
import { problem } from '../../fields/problems/problem.ts';
import { problemResponse } from './answer/problem-response.ts';
import { refuse } from '../../services/refusal.ts';
import type { Quotas } from './answer/rate-limit.ts';
import type { Route } from './route.ts';
import { apiHeaders } from './answer/security-headers.ts';

export type Router = Hono<{ Bindings: RequestInfo }>;

/** Serves one matched route; `params` are decoded. */
export type Serve = (
  route: Route,
  request: Request,
  visit: RequestInfo,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Registers every route of the table, and for each path the response to other methods. */
export function createRouter(routes: readonly Route[], serve: Serve): Router {
  // The default router first tries one that cannot have `/api/users/current` beside `/api/users/:id`.
  const router: Router = new Hono({ router: new TrieRouter() });
  for (const [path, group] of literalFirst(routes)) {
    for (const route of group) {
      router.on(route.method, path, ({ req, env }) => serve(route, req.raw, env, req.param()));
    }
    const allow = allowed(group.map(({ method }) => method));
    router.options(path, ({ env }) => answerOptions(allow, env.requestId));
    // One by one: with `all`, the router would try this beside the route at each request.
    for (const method of methods.filter((each) => !group.some((route) => route.method === each)))
      router.on(method, path, ({ env }) => refuseMethod(method, allow, env));
  }
  router.notFound(({ req, env }) => {
    const { method } = req;
    const isKnown = [...methods, 'OPTIONS', 'HEAD'].includes(method);
    if (!isKnown) return refuseMethod(method, allowed(methods), env);
    return problemResponse(refuse(problem('Q013', '')), env.requestId);
  });
  // The caller of the router handles errors.
  router.onError((error) => {
    throw error;
  });
  return router;
}

/** `/api/users/current` must come before `/api/users/:id`, because the first match wins. */
function literalFirst(routes: readonly Route[]): [string, Route[]][] {
  const groups = [...Map.groupBy(routes, ({ path }) => path)];
  const isOpen = (path: string): number => Number(path.includes(':'));
  return groups.sort(([left], [right]) => isOpen(left) - isOpen(right));
}

function allowed(taken: readonly string[]): string {
  return [...taken.flatMap((each) => (each === 'GET' ? [each, 'HEAD'] : [each])), 'OPTIONS'].join(
    ', ',
  );
}

function refuseMethod(method: string, allow: string, { requestId }: RequestInfo): Response {
  const reason = problem('Q014', '', { method });
  return problemResponse(refuse(reason, { headers: { Allow: allow } }), requestId);
}

function answerOptions(allow: string, requestId: string): Response {
  return new Response(null, {
    status: 204,
    headers: { ...apiHeaders, Allow: allow, 'X-Request-Id': requestId },
  });
}

/** What is known of a request before its route is found; more is added on the way, for the log. */
export type RequestInfo = Work & {
  requestId: string;
  address: string;
  userId?: string;
  /** Tells the host that the user is signed in. */
  noteUser?: (() => void) | undefined;
  /** The code of the problem for which it was refused. */
  code?: AnyProblemCode;
  /** Asked by a tool of an assistant, in the name of the caller. */
  by?: 'mcp';
  /** The limits under which it was counted. */
  quotas?: Quotas;
  /** The route declares that its response contains a secret. */
  secret?: true;
};
