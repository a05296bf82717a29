import type { Descriptor } from '../descriptor/descriptor.ts';
import { documentFor } from './meta/openapi.ts';
import type { ActionCode } from './actions/define-action.ts';
import type { RouteCode } from './extending/define-route.ts';
import { createRoutes } from './routes.ts';

export type ApiDescription = {
  descriptor: Descriptor;
  role: string;
  actions: readonly ActionCode[];
  routes?: readonly RouteCode[];
  version: string;
  publicUrl?: string | undefined;
};

/** The OpenAPI document that a running installation would give to a role, made without running one. */
export function describeApi(asked: ApiDescription) {
  const { descriptor, role, actions, routes = [], ...about } = asked;
  // The routes are only described, so nothing behind them has to run.
  const parts = { actions, routes } as Parameters<typeof createRoutes>[1];
  const routesOf = (seen: Descriptor) => createRoutes(seen, parts, descriptor);
  return documentFor({ descriptor, role, routesOf, ...about });
}
