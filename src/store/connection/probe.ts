import { errorCode, addErrorCode } from './errors.ts';
import type { TimedClient } from './timed-client.ts';
import { createConnection, type Connection } from './connection.ts';

/** Milliseconds a look may take, including opening its connection. */
const PATIENCE = 1_500;

/** A starting or stopping server refuses new connections. A stopping one may serve its open connections for hours. */
const NOT_ACCEPTING = '57P03';

/** A server with all its connections in use still serves those. */
const ALL_IN_USE = '53300';

/** New connections that fail in a row before the server counts as gone: one alone may be lost on its way. */
const MOST_FAILURES = 3;

/**
 * Checks whether the database answers, on one connection outside of the pool. Each look also opens a second
 * connection: a stopping server refuses it, and behind a network that drops it, no call gets another one. When the first one does not answer in time, it is dropped and the next
 * look opens another.
 */
export function openProbe(connect: () => TimedClient) {
  let client: Promise<TimedClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let failures = 0;

  async function open(): Promise<TimedClient> {
    const fresh = connect();
    // The next look finds the broken connection and opens another.
    fresh.on('error', () => undefined);
    await fresh.connect();
    return fresh;
  }

  async function knock(): Promise<void> {
    const fresh = connect();
    fresh.on('error', () => undefined);
    const timer = setTimeout(() => fresh.destroy(), PATIENCE / 2);
    try {
      await fresh.connect();
      await fresh.end();
      failures = 0;
    } catch (error) {
      failures = errorCode(error) === ALL_IN_USE ? 0 : failures + 1;
      if (errorCode(error) === NOT_ACCEPTING || failures >= MOST_FAILURES) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async look<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
      const connecting = (client ??= open());
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('timeout: no answer in time')), PATIENCE);
      });
      try {
        // Looks run one after the other, because a connection takes one query at a time.
        const answer = last.then(async () => run(createConnection(await connecting)));
        last = Promise.race([answer, late]).catch(() => undefined);
        const [result] = await Promise.race([Promise.all([answer, knock()]), late]);
        return result;
      } catch (error) {
        if (client === connecting) client = undefined;
        connecting.then((opened) => opened.destroy()).catch(() => undefined);
        throw addErrorCode(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      client?.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}
