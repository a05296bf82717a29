import { errorCode, withCode } from './errors.ts';
import type { TimedClient } from './timed-client.ts';
import { createConnection, type Connection } from './connection.ts';

/** Milliseconds a look may take, with the opening of its connection. */
const PATIENCE = 1_500;

/** A server that starts or stops lets nobody in. One that stops may go on for those it has for hours. */
const NOT_ACCEPTING = '57P03';

/**
 * One connection outside of the pool, by which is looked whether the database answers, and one more at each
 * look, which is refused where the server stops. When the first one does not answer in time, it is
 * given up and the next look opens another.
 */
export function openProbe(connect: () => TimedClient) {
  let client: Promise<TimedClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<TimedClient> {
    const fresh = connect();
    // The next look meets it, and opens another.
    fresh.on('error', () => undefined);
    await fresh.connect();
    return fresh;
  }

  /** Only that refusal counts: a server with all its connections in use works for those it has. */
  async function knock(): Promise<void> {
    const fresh = connect();
    fresh.on('error', () => undefined);
    const timer = setTimeout(() => fresh.destroy(), PATIENCE / 2);
    try {
      await fresh.connect();
      await fresh.end();
    } catch (error) {
      if (errorCode(error) === NOT_ACCEPTING) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async look<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
      const asked = (client ??= open());
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('timeout: no answer in time')), PATIENCE);
      });
      try {
        // One after the other, as a connection takes them.
        const answer = last.then(async () => run(createConnection(await asked)));
        last = Promise.race([answer, late]).catch(() => undefined);
        const [found] = await Promise.race([Promise.all([answer, knock()]), late]);
        return found;
      } catch (error) {
        if (client === asked) client = undefined;
        asked.then((opened) => opened.destroy()).catch(() => undefined);
        throw withCode(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      client?.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}
