import { usersResource } from '../../store/system/account.ts';
import { idleMinutesByRole } from '../../descriptor/settings/session-policy.ts';
import {
  type EndedSession,
  findSessions,
  type OpenSession,
} from '../../store/system/accounts/sessions.ts';
import { SESSION_CHANNEL } from '../../store/connection/changes.ts';
import { findKeys, type OpenKey } from '../../store/system/accounts/api-keys.ts';
import type { ApiServices } from '../api-services.ts';
import type { AccessClaims, AccessTokens } from './access-token.ts';
import { isKey, readKey } from '../http/key-text.ts';
import { listen } from '../http/listen.ts';

/** An older session is read again, even if the database sent no notice. */
const FRESH_MS = 1_000;
const MAX_CACHED_TOKENS = 10_000;

export type Authenticator = ReturnType<typeof openAuthenticator>;

/**
 * Tells whose token it is, without repeating expensive work: the signature of a token is checked at its
 * first use, and the row of a session is read at most once a second, or at once after any replica announced
 * that an account or session changed.
 */
export function openAuthenticator(services: ApiServices, tokens: AccessTokens) {
  const { database, descriptor, clock = Date.now } = services;
  const verified = new Map<string, AccessClaims>();
  const sessions = readOften(clock, (ids) => {
    const idle = idleMinutesByRole(descriptor(), services.sessionIdleDays);
    return findSessions(database.primaryOrReplica, descriptor(), ids, idle);
  });
  const keys = readOften(clock, (hashes) =>
    findKeys(database.primaryOrReplica, usersResource(descriptor().resources), hashes),
  );
  const forget = (): void => {
    sessions.forget();
    keys.forget();
  };

  // Without notices a change takes effect after a second, which is what we promise anyway.
  const stopListening = listen(services, SESSION_CHANNEL, 'session changes', forget);

  const verify = (token: string) => verifyFirst(tokens, verified, token);
  const sessionOf = (claims: AccessClaims | undefined) =>
    claims && claims.expires > clock() ? sessions.of(claims.sessionId) : undefined;

  async function askKey(token: string): Promise<Known | undefined> {
    const hash = readKey(token);
    const match = hash === undefined ? undefined : await keys.of(hash);
    return match && { ...keySession, ...match, sessionId: match.key.id };
  }

  return {
    /**
     * The session of an access token, or the API key, and its user as they are now; undefined if there is none. A key
     * that has ended is found, so that its program learns why it is refused.
     */
    ask: async (token: string): Promise<Known | undefined> => {
      if (isKey(token)) return await askKey(token);
      // Most tokens are verified already, and each `await` costs time.
      const claims = verified.get(token) ?? (await verify(token));
      const session = await sessionOf(claims);
      if (!claims || !session || 'ended' in session) return undefined;
      if ((session.view?.viewer ?? session.user)._id !== claims.userId) return undefined;
      return { sessionId: claims.sessionId, ...session };
    },
    /** Why the session of an access token is over; undefined if it is unknown or open. */
    askEnd: async (token: string): Promise<EndedSession | undefined> => {
      const session = await sessionOf(verified.get(token) ?? (await verify(token)));
      return session && 'ended' in session ? session : undefined;
    },
    /** An open session by its id, which the caller must have from a proof of ours. */
    askSession: async (sessionId: string): Promise<Known | undefined> => {
      const session = await sessions.of(sessionId);
      return session && !('ended' in session) ? { sessionId, ...session } : undefined;
    },
    /** Makes the next use of every session and key read it again. */
    forget,
    close: stopListening,
  };
}

/** Verifies a token at its first use. */
async function verifyFirst(
  tokens: AccessTokens,
  verified: Map<string, AccessClaims>,
  token: string,
): Promise<AccessClaims | undefined> {
  const claims = await tokens.verify(token);
  if (claims) cache(verified, token, claims);
  return claims;
}

/** Who calls. The `sessionId` of a key is the id of the key. */
export type Known = OpenSession & { sessionId: string; key?: OpenKey };

/** A key is never locked, and proves nothing about a person. */
const keySession = { isLocked: false, lacksFactor: false, provenAt: 0, usedAt: 0 };

/** Reads each row at most once a second, or again after `forget`; all that are asked for at one moment together. */
function readOften<Row>(
  clock: () => number,
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
) {
  const seen = new Map<string, { at: number; row: Promise<Row | undefined> }>();
  const find = batch(read);
  return {
    of(id: string): Promise<Row | undefined> {
      const entry = seen.get(id);
      if (entry && clock() - entry.at < FRESH_MS) return entry.row;
      const row = find(id);
      cache(seen, id, { at: clock(), row });
      // The next call must not get a failed read.
      row.catch(() => seen.delete(id));
      return row;
    },
    forget: () => seen.clear(),
  };
}

/** Removes the oldest entry when the map is full, so that made-up tokens cannot fill the memory. */
function cache<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= MAX_CACHED_TOKENS)
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  map.set(key, value);
}

/**
 * Answers all questions of one moment with one read. Thousands of listeners are checked when something
 * changes, and each one alone would take a turn at the database.
 */
function batch<Answer>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (id: string) => Promise<Answer | undefined> {
  let openBatch: { ids: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined;
  return async (id) => {
    if (!openBatch) {
      const ids = new Set<string>();
      openBatch = { ids, answers: soon(() => read([...ids])) };
    }
    openBatch.ids.add(id);
    return (await openBatch.answers).get(id);
  };

  function soon<Read>(run: () => Promise<Read>): Promise<Read> {
    return new Promise((resolve, reject) => {
      // After all pending promises, and before anything arrives from outside.
      process.nextTick(() => {
        openBatch = undefined;
        run().then(resolve, reject);
      });
    });
  }
}
