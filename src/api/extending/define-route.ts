import type { Descriptor, Operation as Doing } from '../../descriptor/descriptor.ts';
import type { Way } from '../../contract/past.ts';
import type { UserCall } from '../http/call.ts';
import { asChangeSet } from '../../services/change-set.ts';
import type { Operation } from '../http/operation/operation.ts';
import type { Method, Right, Route } from '../http/route.ts';
import type { Reply } from '../http/answer/answer.ts';

/** A right to do something with a resource. Code of an installation refers to the resource by name. */
export type NamedRight = { may: Doing | readonly Doing[]; of: string };

/** A route with code of an installation. */
export type RouteCode = {
  method: Method;
  /** With parameters as `:id`. */
  path: `/api/${string}`;
  /** The caller needs all of these. The route does not exist if the descriptor lacks one of the resources. */
  needs: readonly [NamedRight, ...NamedRight[]];
  /** Reads the query string. Without this, every parameter is refused. */
  takesQuery?: true;
  /** Also serves API keys: the code asks `access.ts` about each field and right, because the store hides only records. */
  takesKey?: true;
  /**
   * Whether it serves a view session, in which nobody writes. Default: only if it is a GET. A question with a body says
   * yes. A route with a `changeSet` never does.
   */
  takesView?: boolean;
  /** Done once per `Idempotency-Key`: a repeated request gets the first answer, which is JSON. */
  once?: true;
  /** Makes everything one call writes a change set, which people can undo as a whole; the history names this way. */
  changeSet?: Way;
  /** What the OpenAPI document says about it. */
  operation: () => Operation & { tags: readonly string[] };
  /**
   * The store of the call only has the records of the caller. The code itself must respect which fields
   * they may read and write, and the rights to all it reads without the store.
   */
  run(call: UserCall): Promise<Reply>;
};

/** The code of a route that the core does not have; `src/installation/manifest.ts` lists it. */
export function defineRoute(code: RouteCode): RouteCode {
  return code;
}

export type RouteParts = { routes?: readonly RouteCode[] };

/** The routes of an installation whose resources the descriptor declares. */
export function extensionRoutes(descriptor: Descriptor, codes: readonly RouteCode[]): Route[] {
  return codes.flatMap(({ needs: named, changeSet: way, ...code }): Route[] => {
    const rights = named.flatMap(({ may, of }): Right[] => {
      const resource = descriptor.resources.get(of);
      return resource ? [{ may, of: resource }] : [];
    });
    const [first, ...and] = rights;
    if (!first || rights.length < named.length) return [];
    const run: typeof code.run = async (call) =>
      code.run(way ? await asChangeSet(call, { way, resource: first.of.name }) : call);
    const writes = way !== undefined && { takesView: false };
    return [{ takesKey: false, ...code, ...writes, run, needs: { ...first, and } }];
  });
}
