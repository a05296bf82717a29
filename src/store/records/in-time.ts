import type { Connections } from '../connection/connections.ts';
import { errorCode } from '../connection/error-code.ts';
import type { Session } from '../connection/session.ts';

/**
 * Reads in a transaction of its own, no statement of which may take longer than so many milliseconds;
 * undefined when one did.
 */
export async function readInTime<T>(
  begin: Connections['begin'],
  limit: number,
  run: (session: Session) => Promise<T>,
): Promise<T | undefined> {
  const { session, end } = await begin({ timeout: limit, readOnly: true });
  try {
    return await run(session);
  } catch (error) {
    if (errorCode(error) !== QUERY_CANCELED) throw error;
    return undefined;
  } finally {
    await end('rollback');
  }
}

const QUERY_CANCELED = '57014';
