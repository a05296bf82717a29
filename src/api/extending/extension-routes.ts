import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Right, Route } from '../http/route.ts';
import type { RouteCode } from './define-route.ts';

export type RouteParts = { routes?: readonly RouteCode[] };

/** The routes an installation brings, as far as the descriptor declares the resources they need. */
export function extensionRoutes(descriptor: Descriptor, codes: readonly RouteCode[]): Route[] {
  return codes.flatMap(({ needs: named, ...code }): Route[] => {
    const rights = named.flatMap(({ may, of }): Right[] => {
      const resource = descriptor.resources.get(of);
      return resource ? [{ may, of: resource }] : [];
    });
    const [first, ...and] = rights;
    if (!first || rights.length < named.length) return [];
    return [{ ...code, needs: { ...first, and } }];
  });
}
