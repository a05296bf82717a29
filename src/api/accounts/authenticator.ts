import type { Resource } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import {
  findSessions,
  type OpenSession,
  SESSION_CHANNEL,
} from '../../store/system/accounts/sessions.ts';
import type { ApiParts } from '../api-parts.ts';
import type { AccessClaims, AccessTokens } from './access-token.ts';

/** An older session is read again, even if the database sent no notice. */
const FRESH_MS = 1_000;
const MOST = 10_000;

export type Authenticator = ReturnType<typeof openAuthenticator>;

/**
 * Tells whose token it is, without repeating expensive work: the signature of a token is checked at its
 * first use, and the row of a session is read at most once a second, or at once after any replica announced
 * that an account or session changed.
 */
export function openAuthenticator(parts: ApiParts, tokens: AccessTokens) {
  const { database, descriptor, clock = Date.now, log } = parts;
  const verified = new Map<string, AccessClaims>();
  const seen = new Map<string, { at: number; session: Promise<OpenSession | undefined> }>();
  const forget = (): void => seen.clear();

  const find = batch((ids) => findSessions(database, usersResource(descriptor().resources), ids));

  const listening = database.listen(SESSION_CHANNEL, forget);
  // Without notices a change takes effect after a second, which is what we promise anyway.
  listening.catch((error: unknown) =>
    log.warn({ err: error }, 'cannot listen for session changes'),
  );

  async function claimsOf(token: string): Promise<AccessClaims | undefined> {
    const known = verified.get(token);
    if (known) return known.expires > clock() ? known : undefined;
    const claims = await tokens.verify(token);
    if (claims) cache(verified, token, claims);
    return claims;
  }

  function sessionOf(sessionId: string): Promise<OpenSession | undefined> {
    const known = seen.get(sessionId);
    if (known && clock() - known.at < FRESH_MS) return known.session;
    const session = find(sessionId);
    cache(seen, sessionId, { at: clock(), session });
    // The next call must not get a failed read.
    session.catch(() => seen.delete(sessionId));
    return session;
  }

  return {
    /** The session of an access token and its user as they are now; undefined if either has ended. */
    ask: async (token: string) => {
      const claims = await claimsOf(token);
      const session = claims && (await sessionOf(claims.sessionId));
      if (session?.user._id !== claims?.userId) return undefined;
      return claims && session && { sessionId: claims.sessionId, ...session };
    },
    /** Makes the next use of every session read it again. */
    forget,
    close: async (): Promise<void> => {
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}

/** The resource of the users. The check of the descriptor ensures that it exists. */
export function usersResource(resources: ReadonlyMap<string, Resource>): Resource {
  const users = resources.get(USERS);
  if (!users) throw new Error(`the descriptor has no resource ${USERS}`);
  return users;
}

/** Removes the oldest entry when the map is full, so that made-up tokens cannot fill the memory. */
function cache<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= MOST)
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
  let asked: { ids: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined;
  return async (id) => {
    if (!asked) {
      const ids = new Set<string>();
      asked = { ids, answers: soon(() => read([...ids])) };
    }
    asked.ids.add(id);
    return (await asked.answers).get(id);
  };

  function soon<Read>(run: () => Promise<Read>): Promise<Read> {
    return new Promise((resolve, reject) => {
      // After all pending promises, and before anything arrives from outside.
      process.nextTick(() => {
        asked = undefined;
        run().then(resolve, reject);
      });
    });
  }
}
