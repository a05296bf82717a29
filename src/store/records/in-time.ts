import type { Connections } from '../connection/connections.ts';
import { errorCode } from '../connection/error-code.ts';
import type { Connection } from '../connection/connection.ts';

/**
 * Reads in a transaction of its own, no statement of which may take longer than so many milliseconds;
 * undefined when one did.
 */
export async function readInTime<T>(
  begin: Connections['begin'],
  limit: number,
  run: (connection: Connection) => Promise<T>,
): Promise<T | undefined> {
  const { connection, end } = await begin({ timeout: limit, readOnly: true });
  try {
    return await run(connection);
  } catch (error) {
    if (errorCode(error) !== QUERY_CANCELED) throw error;
    return undefined;
  } finally {
    await end('rollback');
  }
}

const QUERY_CANCELED = '57014';
