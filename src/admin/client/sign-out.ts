import { call } from './http.ts';
import { endSession, readSession } from './session.ts';

/** Milliseconds: enough for a slow connection, without keeping a user who wants to leave. */
const PATIENCE = 4000;

/**
 * Revokes the session on the server and clears it here. It is cleared even without a
 * connection, so that a user at a shared computer is always signed out.
 */
export async function signOut(): Promise<void> {
  try {
    if (readSession() !== undefined) {
      await call('/api/users/logout', {
        method: 'POST',
        keepalive: true,
        timeout: PATIENCE,
        whileLocked: true,
      });
    }
  } catch (cause) {
    console.error('Could not notify the server of the sign-out', cause);
  } finally {
    endSession('wished');
  }
}
