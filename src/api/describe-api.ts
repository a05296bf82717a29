import type { Descriptor } from '../descriptor/descriptor.ts';
import { documentFor } from './openapi/document.ts';
import type { ActionCode } from './actions/define-action.ts';
import type { RouteCode } from './extending/define-route.ts';
import { listRoutes } from './routes.ts';

export type ApiDescription = {
  descriptor: Descriptor;
  role: string;
  actions: readonly ActionCode[];
  routes?: readonly RouteCode[];
  version: string;
  publicUrl?: string | undefined;
};

/** The OpenAPI document that a running installation would give to a role, made without running one. */
export function describeApi(description: ApiDescription) {
  const { descriptor, role, actions, routes = [], ...about } = description;
  const routesOf = (seen: Descriptor) => listRoutes(seen, { actions, routes }, descriptor);
  return documentFor({ descriptor, role, routesOf, ...about });
}
