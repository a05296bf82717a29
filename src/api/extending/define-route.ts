import type { Descriptor, Operation as Doing } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import type { Operation } from '../http/operation/operation.ts';
import type { Method, Right, Route } from '../http/route.ts';
import type { Reply } from '../http/refusal.ts';

/** A right to do something with a resource, which code of an installation knows by its name. */
export type NamedRight = { may: Doing | readonly Doing[]; of: string };

/** A route that an installation brings code for. */
export type RouteCode = {
  method: Method;
  /** Below `/api/`, with parameters as `:id`. */
  path: string;
  /**
   * All of these, of whoever calls. Where the descriptor does not declare one of the resources, there
   * is no such route.
   */
  needs: readonly [NamedRight, ...NamedRight[]];
  /** It reads the query string; without this any parameter is refused. */
  takesQuery?: true;
  /** What the OpenAPI document says about it. */
  operation: () => Operation;
  /**
   * Its store has no other records than those of the caller. What fields they may read and write is
   * for the code to keep to, as is all it reads past the store.
   */
  run(call: UserCall): Promise<Reply>;
};

/** The code of a route that the core does not have; `src/installation/manifest.ts` lists it. */
export function defineRoute(code: RouteCode): RouteCode {
  return code;
}

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
