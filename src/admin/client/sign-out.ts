import { call } from './http.ts';
import { endSession, readSession } from './session.ts';

/** Long enough for a slow line; whoever wants to leave must not be kept. */
const PATIENCE = 4000;

/**
 * Revokes the session on the server and forgets it here. Here always: who signs out
 * at a shared desk without a connection is signed out nevertheless.
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
