import type { User } from '../../contract/accounts.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { ApiParts } from '../api-parts.ts';
import type { Actor, LongWork, Restriction } from '../../store/store.ts';
import type { Refusal } from './refusal.ts';
import type { Moment } from '../../descriptor/filter/tokens.ts';
import {
  type Asker,
  hasRowFilters,
  rowFilters,
  type RowFilters,
} from '../../descriptor/filter/row-filters.ts';

/** The user who calls. */
export type CurrentUser = User;

/** One request, with all that a handler may want to know about it. */
export type Call = {
  request: Request;
  /** The pattern of the route, for logs and limits; never the raw path, which has many spellings. */
  route: string;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  requestId: string;
  /** Of the client; behind our own proxy what that one says. */
  address: string;
  /** With the store as the caller has it: records the permissions hide are not in it. */
  parts: ApiParts;
  descriptor: Descriptor;
  /** The body, checked for size, form and characters that cannot be stored. */
  readJson(): Promise<{ value: unknown } | Refusal>;
  user?: CurrentUser;
  /** Which records are the caller's, where the permissions limit them. */
  restriction?: Restriction;
  sessionId?: string;
  /** '' when nobody is signed in, which is a role that may do nothing. */
  role: string;
};

/** A call of somebody who is signed in. */
export type UserCall = Call & { user: CurrentUser; sessionId: string };

/**
 * The same call with a store for work on many records, which has a share of the connections of its own.
 * Where others use all of it for too long, this fails, before anything is done.
 */
export async function forLongWork(call: UserCall, work: LongWork): Promise<UserCall> {
  await call.parts.database.turn(work);
  return { ...call, parts: { ...call.parts, store: call.parts.store.for(work) } };
}

/** Whoever calls, as writes and the audit name them. */
export function actorOf({ user, address, sessionId, requestId }: UserCall): Actor {
  return { userId: user._id, address, sessionId, requestId };
}

/** The same for the audit; nobody where the call needs no sign-in. */
export function auditedBy({ user, sessionId, address, requestId }: Call) {
  return { actor: user?._id ?? null, session: sessionId ?? null, address, requestId };
}

/** What `$now`, `$today` and `$user` mean in a call: the server's clock and whoever calls. */
export function momentOf({ user }: Pick<Call, 'user'>): Moment {
  return { now: new Date(), userId: user?._id ?? null };
}

/** The caller asking for records of a resource, for queries and for the check of what is written. */
export function askingOf(call: Call, resource: Resource) {
  const { descriptor, role } = call;
  return { descriptor, role, resource, moment: momentOf(call) };
}

/** What the permissions leave the caller of the records; undefined: all of them. */
export function restrictionOf({
  descriptor,
  role,
  user,
}: Pick<UserCall, 'descriptor' | 'role' | 'user'>): Restriction | undefined {
  if (!hasRowFilters(descriptor, role)) return undefined;
  const asker: Asker = { role, userId: user._id, now: new Date() };
  // The same for the whole of the call: a record must not come and go with the clock.
  const known = new Map<Resource, RowFilters | undefined>();
  return {
    role,
    rowsOf(resource) {
      if (!known.has(resource)) known.set(resource, rowFilters(descriptor, asker, resource));
      return known.get(resource);
    },
  };
}
