import type { OwnPaths } from './reserved-ids.ts';
import {
  rowFilters,
  type RowFilters,
  type FilterCaller,
  hasRowFilters,
} from '../descriptor/filter/row-filters.ts';
import type { Resource, Descriptor } from '../descriptor/descriptor.ts';
import type { Moment } from '../descriptor/expression/variables.ts';
import type { Actor, QueryRunner, Restriction, Store } from '../store/store.ts';
import type { OpenKey } from '../store/system/accounts/api-keys.ts';
import type { Media } from '../files/media/open-media.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import type { Database } from '../store/connection/database.ts';
import type { Log } from '../store/log-fields.ts';
import type { User } from '../contract/people/accounts.ts';

/** The parts with which services work. Hosts and tests pass them in. */
export type Services = OwnPaths & {
  database: Database;
  store: Store;
  /** The bytes of files. */
  blobs: BlobStore;
  /** Reads uploaded files by their content. */
  media: Media;
  /** Asks the virus scanner of the installation about a file on disk; absent: there is none. */
  scan?: (path: string) => Promise<'clean' | 'infected' | 'failed'>;
  /** The most bytes that the files of a person and all files may have; absent: no limit. */
  fileLimits?: { perUser?: number | undefined; all?: number | undefined };
  log: Log;
};

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
  services: Services;
  descriptor: Descriptor;
  user: CurrentUser;
  /** In a view session: who is signed in, and sees the app as `user` or with another role. */
  viewer?: CurrentUser;
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

/** Somebody, or a visitor who is not signed in. */
export type Caller = Omit<Acting, 'user'> & { user?: CurrentUser };

/** An answer as it is stored for a repeated request. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string };

/** Stores the response in the transaction of the work. */
export type SaveAnswer = (sql: QueryRunner, answer: string) => Promise<void>;

/** Who does what a caller does, and for whose limits it counts: in a view session, who is signed in. */
export function doerOf(acting: Pick<Acting, 'user' | 'viewer'>): CurrentUser;
export function doerOf(caller: Pick<Caller, 'user' | 'viewer'>): CurrentUser | undefined;
export function doerOf({ user, viewer = user }: Pick<Caller, 'user' | 'viewer'>) {
  return viewer;
}

/** The caller, as the actor of a write. */
export function actorOf(acting: Acting): Actor {
  const { address, sessionId, requestId, key, origin } = acting;
  const way = key ? 'key' : 'api';
  return {
    userId: doerOf(acting)._id,
    address,
    sessionId,
    requestId,
    way,
    ...(key && { key: key.id }),
    ...origin,
  };
}

/** The caller, as the actor in the audit log; `null` for a visitor. */
export function auditActorOf(
  caller: Pick<Caller, 'user' | 'viewer' | 'sessionId' | 'address' | 'requestId'>,
) {
  const { sessionId, address, requestId } = caller;
  return { actor: doerOf(caller)?._id ?? null, session: sessionId ?? null, address, requestId };
}

/** The meaning of `$now`, `$today` and `$user` in a call: the clock of the server, and the caller. */
export function momentOf({ user, descriptor }: Pick<Caller, 'user' | 'descriptor'>): Moment {
  return { now: new Date(), userId: user?._id ?? null, timeZone: descriptor.app.timeZone };
}

/** The caller and a resource, for parsing queries and checking records. */
export function queryContext(
  call: Pick<Caller, 'descriptor' | 'role' | 'user'>,
  resource: Resource,
) {
  const { descriptor, role } = call;
  return { descriptor, role, resource, moment: momentOf(call) };
}

/** The records to which the permissions limit the caller; undefined: all. */
export function restrictionOf({
  descriptor,
  role,
  user,
}: Pick<Caller, 'descriptor' | 'role' | 'user'>): Restriction | undefined {
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

/** Somebody as a reader of what people share with roles. `all`: their role may do everything. */
export function readerOf({ user, role, descriptor }: Pick<Acting, 'user' | 'role' | 'descriptor'>) {
  return { userId: user._id, role, all: descriptor.roles.get(role)?.all === true };
}
