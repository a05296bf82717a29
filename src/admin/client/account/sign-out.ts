import type { ProviderAddress } from '../../../contract/people/identities.ts';
import { call, sleep } from '../http.ts';
import { endSession, readSession } from './session.ts';

/** Milliseconds: enough for a slow connection, without keeping a user who wants to leave. */
const SIGN_OUT_TIMEOUT_MS = 4000;

const duties = new Set<() => Promise<void>>();

/** Adds what must be finished before the session ends. Returns a function that removes it. */
export function beforeSignOut(duty: () => Promise<void>): () => void {
  duties.add(duty);
  return () => void duties.delete(duty);
}

/**
 * Revokes the session on the server and clears it here. It is cleared even without a
 * connection, so that a user at a shared computer is always signed out. If the user has signed in at a provider that is
 * to end its session too, the browser goes there.
 */
export async function signOut(): Promise<void> {
  let there: ProviderAddress | undefined;
  try {
    if (readSession() !== undefined) {
      await Promise.race([
        Promise.all([...duties].map((duty) => duty())),
        sleep(SIGN_OUT_TIMEOUT_MS),
      ]);
      const { json } = await call<ProviderAddress | undefined>('/api/users/logout', {
        method: 'POST',
        keepalive: true,
        timeout: SIGN_OUT_TIMEOUT_MS,
        whileLocked: true,
      });
      there = json;
    }
  } catch (cause) {
    console.error('Could not notify the server of the sign-out', cause);
  } finally {
    endSession('wished');
    // After the page has left for the sign-in page: the last address wins.
    if (there) location.assign(there.url);
  }
}
