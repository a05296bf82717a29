import { mayAdminister, mayConfigure, maySeeStructure } from '../../descriptor/access.ts';
import type { Operation as Doing, Resource } from '../../descriptor/descriptor.ts';
import type { Call, UserCall } from './call.ts';
import type { Operation } from './operation/operation.ts';
import type { Reply } from './answer/answer.ts';
import { USERS } from '../../store/system/account.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The right to perform an operation, or one of several, on the records of a resource; `and` adds further rights. */
export type Right = { may: Doing | readonly Doing[]; of: Resource; and?: readonly Right[] };

type Declared = {
  method: Method;
  /** Parameters are written as `:id`. */
  path: string;
  /** Reads the query string; without this, every parameter is refused. */
  takesQuery?: true;
  /** The parameters are in a multipart form. */
  takesForm?: true;
  /** Runs once per `Idempotency-Key`: a repeated request gets the first response, which is JSON. */
  once?: true;
  /** The OpenAPI operation, made when the document is made. */
  operation: () => Operation;
  /** Left out of the document, because it is another spelling of a documented route. */
  alias?: true;
  /** Serves calls without any token, which would otherwise be refused. */
  stranger?: (call: Call) => Promise<Reply>;
  /** Also serves callers with a signed address instead of a token (`file-links.ts`). */
  takesLink?: true;
  /**
   * Needs a proof of the last minutes that the caller is the owner of the account: it changes who may come in, or takes
   * the audit log away. Lists and records of users do not: a stolen session reads what its owner reads, page by page.
   */
  fresh?: true;
  /** Whether it serves API keys. Default: only if it needs a right of a resource, or nothing. */
  takesKey?: boolean;
  /**
   * Whether it serves a view session, in which somebody sees the app as another. Default: only if it is a GET. A
   * question with a body says yes, what is nobody else's business says no.
   */
  takesView?: boolean;
  /** Also serves users who must add a second factor first: their own account, and what the screens need for it. */
  withoutFactor?: true;
  /** Also serves a locked session. */
  whileLocked?: true;
  /** Never compressed: beside text of the client, the length of the response would reveal its token (BREACH). */
  secret?: true;
};

/**
 * One route of the API and its requirements. There is no default: a route without `needs` does not compile,
 * and nothing else registers routes. `nobody`: the token is not even read. `anyone`: it is read if there is
 * one. `developer`: a role that may see the whole descriptor, whatever it may do with records. `configurer`: one
 * that may change it. `admin`: a role that may do everything.
 */
export type Route = Declared &
  (
    | { needs: 'nobody' | 'anyone'; run: (call: Call) => Promise<Reply> }
    | { needs: 'user' | Office | Right; run: (call: UserCall) => Promise<Reply> }
  );

/** What a role may have for the whole installation, besides its operations on resources. */
const offices = {
  developer: maySeeStructure,
  configurer: mayConfigure,
  admin: mayAdminister,
} as const;

type Office = keyof typeof offices;
type OfficeCheck = (typeof offices)[Office];

const officeChecks: ReadonlyMap<unknown, OfficeCheck> = new Map(Object.entries(offices));

/** Tells whether a role may use routes of the whole installation; undefined for other requirements. */
export function officeOf(needs: Route['needs']): OfficeCheck | undefined {
  return officeChecks.get(needs);
}

/** The requirements of a route, alone or with what else distinguishes it. */
type Access<Needs> = Needs | ({ needs: Needs } & Omit<Declared, 'method' | 'path' | 'operation'>);

/** What groups of routes have in common: their responses have tokens, or they need a proof, or come before the second factor. */
export const signIn = { needs: 'nobody', secret: true } as const;
export const provenUser = { needs: 'user', fresh: true } as const;
export const provenConfigurer = { needs: 'configurer', fresh: true } as const;
export const provenAdmin = { needs: 'admin', fresh: true } as const;
export const withoutFactor = { needs: 'user', withoutFactor: true } as const;
/** What shows how a person signs in, which nobody sees who sees the app as them. */
export const ownSecrets = { ...withoutFactor, takesView: false } as const;

/** A route that only reads its path and body. Its address is `GET /api/info`, for example. */
export function route<Needs extends Route['needs']>(
  address: `${Method} ${string}`,
  run: (call: CallOf<Needs>) => Promise<Reply>,
  access: Access<Needs>,
  operation: () => Operation,
): Route {
  const [method, path] = address.split(' ');
  const declared = typeof access === 'object' && 'needs' in access ? access : { needs: access };
  return { method, path, run, operation, ...declared } as Route;
}

/** A route that also reads its query string. */
export function queryRoute<Needs extends Route['needs']>(
  ...declared: Parameters<typeof route<Needs>>
): Route {
  return { ...route(...declared), takesQuery: true };
}

/** A route that runs once per `Idempotency-Key`. */
export function onceRoute<Needs extends Route['needs']>(
  ...declared: Parameters<typeof route<Needs>>
): Route {
  return { ...route(...declared), once: true };
}

/** A route for people and API keys, which narrows itself to what a key may see. */
export function withKey(declared: Route): Route {
  return { ...declared, takesKey: true };
}

/** A route that only reads, whatever its method: it also serves a view session. */
export function asQuestion(declared: Route): Route {
  return { ...declared, takesView: true };
}

/** Passes a handler what it needs besides the call. */
export function withArgument<Of extends Call, Thing>(
  run: (call: Of, thing: Thing) => Promise<Reply>,
  thing: Thing,
): (call: Of) => Promise<Reply> {
  return (call) => run(call, thing);
}

type CallOf<Needs> = Needs extends 'nobody' | 'anyone' ? Call : UserCall;

/** A route of any collection that writes whole records, which are accounts in the collection of the users. */
export function withProofOfUsers({ name }: Pick<Resource, 'name'>, made: Route): Route {
  return name === USERS ? { ...made, fresh: true } : made;
}

/** Routes that the document lists under one name, unless their operations name another. */
export function withTag(tag: string, routes: readonly Route[]): Route[] {
  return routes.map((each) => ({
    ...each,
    operation: () => ({ tags: [tag], ...each.operation() }),
  }));
}
