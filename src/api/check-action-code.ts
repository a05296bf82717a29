import type { Descriptor } from '../descriptor/descriptor.ts';
import { flaw, type Flaw } from '../descriptor/read/grammar-problems.ts';
import type { RouteCode } from './extending/define-route.ts';
import type { Route } from './http/route.ts';
import { listRoutes } from './routes.ts';
import { findActionCode } from './actions/routes.ts';
import type { ActionCode } from './actions/define-action.ts';

/**
 * Checks that every declared action has code or names a route of the API, and that all code is for an
 * action of a resource of this installation.
 */
export function checkActionCode(
  descriptor: Descriptor,
  actions: readonly ActionCode[],
  routes: readonly RouteCode[] = [],
): Flaw[] {
  const served = new Set(listRoutes(descriptor, { routes }).map(toKey));
  const resources = [...descriptor.resources.values()];
  return [
    ...resources.flatMap((resource) =>
      resource.actions.flatMap((action, index) => {
        const path = ['resources', resource.name, 'actions', index];
        const key = `${action.method} ${action.path.replace('{_id}', '*')}`;
        const params = { route: `${action.method} ${action.path}` };
        const isServed = served.has(key);
        if (!findActionCode(actions, resource, action))
          return isServed ? [] : [flaw('D034', path, params)];
        served.add(key);
        return isServed ? [flaw('D036', path, params)] : [];
      }),
    ),
    ...actions
      .filter(({ resource, name }) => {
        const declared = descriptor.resources.get(resource)?.actions;
        return declared !== undefined && !declared.some((action) => action.name === name);
      })
      .map(({ resource, name }) =>
        flaw('D035', ['resources', resource], { value: name }, undefined, 'key'),
      ),
  ];
}

function toKey({ method, path }: Route): string {
  return `${method} ${path.replace(/:\w+/, '*')}`;
}
