import { withCode } from './error-code.ts';
import type { TimedClient } from './timed-client.ts';
import { createSession, type Session } from './session.ts';

export type Probe = {
  look<T>(run: (session: Session) => Promise<T>): Promise<T>;
  close(): void;
};

/** Milliseconds a look may take, with the opening of its connection. */
const PATIENCE = 1_500;

/**
 * One connection outside of the pool, by which is looked whether the database answers. When it does
 * not answer in time, the connection is given up and the next look opens another.
 */
export function openProbe(connect: () => TimedClient): Probe {
  let client: Promise<TimedClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<TimedClient> {
    const fresh = connect();
    // The next look meets it, and opens another.
    fresh.on('error', () => undefined);
    await fresh.connect();
    return fresh;
  }

  return {
    async look(run) {
      const asked = (client ??= open());
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('timeout: no answer in time')), PATIENCE);
      });
      try {
        // One after the other, as a connection takes them.
        const answer = last.then(async () => run(createSession(await asked)));
        last = Promise.race([answer, late]).catch(() => undefined);
        return await Promise.race([answer, late]);
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
