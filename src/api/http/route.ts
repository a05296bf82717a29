import type { Operation as Doing, Resource } from '../../descriptor/descriptor.ts';
import type { Call, UserCall } from './call.ts';
import type { Operation } from './operation/operation.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Reply } from './refusal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The right to do something, or one of several things, with the records of a resource; `and` others. */
export type Right = { may: Doing | readonly Doing[]; of: Resource; and?: readonly Right[] };

type Declared = {
  method: Method;
  /** With parameters as `:id`. */
  path: string;
  /** It reads the query string; without this any parameter is refused. */
  takesQuery?: true;
  /** What it is asked stands in a multipart form. */
  takesForm?: true;
  /** What the OpenAPI document says about it; asked when the document is made. */
  operation: () => Operation;
  /** Left out of the document: another spelling of a route that is in it. */
  alias?: true;
  /** What a call without any token gets, in place of being asked for one. */
  stranger?: (call: Call) => Promise<Reply>;
  /** It answers a session that is locked too. */
  whileLocked?: true;
  /** Never compressed: the length of an answer with a token beside a client's own text tells of it (BREACH). */
  secret?: true;
};

/**
 * One route of the API and what it needs. There is no default: a route that does not
 * say what it needs does not compile, and nothing else registers routes.
 * `nobody`: a token is not even looked at. `anyone`: it is, when there is one.
 * `developer`: a role that may see all that is declared, whatever it may do with records.
 * `admin`: a role that may do everything.
 */
export type Route = Declared &
  (
    | { needs: 'nobody' | 'anyone'; run: (call: Call) => Promise<Reply> }
    | {
        needs: 'user' | 'developer' | 'admin' | Right;
        run: (call: UserCall) => Promise<Reply>;
      }
  );

/** A route that reads its path and body only. */
export function route<Needs extends Route['needs']>(
  method: Method,
  path: string,
  run: (call: CallOf<Needs>) => Promise<Reply>,
  needs: Needs,
  operation: () => Operation,
): Route {
  return { method, path, run, needs, operation } as Route;
}

/** A route that reads its query string too. */
export function queryRoute<Needs extends Route['needs']>(
  ...[method, path, run, needs, operation]: Parameters<typeof route<Needs>>
): Route {
  return { ...route(method, path, run, needs, operation), takesQuery: true };
}

/** A handler with what it needs besides the call. */
export function given<Of extends Call, Thing>(
  run: (call: Of, thing: Thing) => Promise<Reply>,
  thing: Thing,
): (call: Of) => Promise<Reply> {
  return (call) => run(call, thing);
}

type CallOf<Needs> = Needs extends 'nobody' | 'anyone' ? Call : UserCall;

/**
 * What no record of the resource can be called, because an address of the API is called so already:
 * `GET /api/chems/export` is the export, and a record `export` could never be read.
 */
export function reservedIds({ root }: Resource, routes: readonly Route[]): ReadonlySet<string> {
  const below = routes.filter(({ path }) => path.startsWith(`${root}/`));
  const words = below.map(({ path }) => path.slice(root.length + 1).split('/', 1)[0] ?? '');
  return new Set(words.filter((word) => word !== '' && !word.startsWith(':')));
}

/** The problem of a new record with such an `_id`. */
export function checkNewId(
  id: string | undefined,
  resource: Resource,
  routes: readonly Route[],
): Problem[] {
  return id !== undefined && reservedIds(resource, routes).has(id)
    ? [problem('V029', '_id', { value: id })]
    : [];
}
