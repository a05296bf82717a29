import type { User } from '../../contract/people/accounts.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { ApiServices } from '../api-parts.ts';
import type { Actor, LongWork, QueryRunner, Restriction } from '../../store/store.ts';
import type { Quotas } from './answer/rate-limit.ts';
import type { Refusal } from './answer/refusal.ts';
import type { Moment } from '../../descriptor/filter/tokens.ts';
import type { OpenKey } from '../../store/system/accounts/api-keys.ts';
import {
  type FilterCaller,
  hasRowFilters,
  rowFilters,
  type RowFilters,
} from '../../descriptor/filter/row-filters.ts';

/** The user who calls. */
export type CurrentUser = User;

/**
 * Somebody for whom the product does something, and what that needs. It knows no request, so that work in the background
 * can act for the owner of a recipe or a job.
 */
export type Acting = {
  requestId: string;
  /** The address of the client; behind our own proxy, the one that the proxy reports. */
  address: string;
  /** Its store is restricted to the caller: it does not contain records that the permissions hide. */
  parts: ApiServices;
  descriptor: Descriptor;
  user: CurrentUser;
  /** The records the caller may use, if the permissions limit them. */
  restriction?: Restriction;
  /** The session, or the API key that the caller has in its place. */
  sessionId?: string;
  /** The key of a program; absent for people. The descriptor has only its rights. */
  key?: OpenKey;
  /** Asked by a tool of an assistant, in the name of the caller. */
  by?: 'mcp';
  /** Stores the answer of a repeatable request in a transaction of its work, so that a crash leaves both or neither. */
  keepAnswer?: ((sql: QueryRunner, answer: KeptAnswer) => Promise<void>) | undefined;
  /** How its changes are made, and the set they belong to, for the history. */
  origin?: Pick<Actor, 'way' | 'changeSet'>;
  /** '' for callers who are not signed in: a role without rights. */
  role: string;
};

/** One request, with all that a handler may need. */
export type Call = Omit<Acting, 'user'> & {
  request: Request;
  /** The pattern of the route, for logs and limits; never the raw path, which can be spelled in many ways. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The limits under which the request was counted; the response has what is left. */
  quotas: Quotas;
  /** Reads the body, and checks its size, its form and that its characters can be stored. */
  readJson(): Promise<{ value: unknown } | Refusal>;
  user?: CurrentUser;
};

/** An answer as it is stored for a repeated request. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** The call of a signed-in user. */
export type UserCall = Call & { user: CurrentUser; sessionId: string };

/**
 * The same call with a store for work on many records, which has its own share of the connections. Fails
 * before any work if others use the whole share for too long.
 */
export async function withLongWorkStore(call: UserCall, work: LongWork): Promise<UserCall> {
  await call.parts.database.turn(work);
  return { ...call, parts: { ...call.parts, store: call.parts.store.for(work) } };
}

/** The caller, as the actor of a write. */
export function actorOf({ user, address, sessionId, requestId, key, origin }: Acting): Actor {
  const way = key ? 'key' : 'api';
  return {
    userId: user._id,
    address,
    sessionId,
    requestId,
    way,
    ...(key && { key: key.id }),
    ...origin,
  };
}

/** The caller, as the actor in the audit log; `null` for a visitor. */
export function auditActorOf({
  user,
  sessionId,
  address,
  requestId,
}: Pick<Call, 'user' | 'sessionId' | 'address' | 'requestId'>) {
  return { actor: user?._id ?? null, session: sessionId ?? null, address, requestId };
}

/** The meaning of `$now`, `$today` and `$user` in a call: the clock of the server, and the caller. */
export function momentOf({ user, descriptor }: Pick<Call, 'user' | 'descriptor'>): Moment {
  return { now: new Date(), userId: user?._id ?? null, timeZone: descriptor.app.timeZone };
}

/** The caller and a resource, for parsing queries and checking records. */
export function queryContext(call: Pick<Call, 'descriptor' | 'role' | 'user'>, resource: Resource) {
  const { descriptor, role } = call;
  return { descriptor, role, resource, moment: momentOf(call) };
}

/** The records to which the permissions limit the caller; undefined: all. */
export function restrictionOf({
  descriptor,
  role,
  user,
}: Pick<UserCall, 'descriptor' | 'role' | 'user'>): Restriction | undefined {
  const isKey = descriptor.roles.get(role)?.narrowing !== undefined;
  if (!isKey && !hasRowFilters(descriptor, role)) return undefined;
  const asker: FilterCaller = { role, ...momentOf({ user, descriptor }) };
  // Read once per call, so that a record does not appear and disappear as time passes.
  const cache = new Map<Resource, RowFilters | undefined>();
  return {
    role,
    descriptor,
    rowsOf(resource) {
      if (!cache.has(resource)) cache.set(resource, rowFilters(descriptor, asker, resource));
      return cache.get(resource);
    },
  };
}
