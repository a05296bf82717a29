import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from './pool.ts';
import { announceServer } from './running-servers.ts';
import { quoteName } from './sql.ts';
import type { TimedClient } from './timed-client.ts';

export type Listener = {
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): void;
};

/** Milliseconds between two checks of the connection, and for the answer to one. */
const HEARTBEAT = 5_000;
const HEARTBEAT_LIMIT = 1_000;

/** One connection for all channels. It opens when somebody listens, and again when it breaks. */
export function openListener(
  connect: () => TimedClient,
  log: DatabaseLog,
  fileStore?: string,
): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: TimedClient | undefined;
  let opening: Promise<void> | undefined;
  const closing = new AbortController();
  const { signal } = closing;
  let lastAnswer: Promise<unknown> = Promise.resolve();

  async function open(): Promise<void> {
    const fresh = connect();
    fresh.on('error', () => undefined); // 'end' follows, and is what we act on
    try {
      await fresh.connect();
      // Only servers listen.
      await announceServer(fresh, fileStore);
      fresh.on('notification', ({ channel, payload = '' }) => notify(channel, payload));
      for (const channel of channels.keys()) await fresh.query(`listen ${quoteName(channel)}`);
    } catch (error) {
      fresh.destroy();
      throw error;
    }
    // Nothing may arrive for hours while nobody writes, so the heartbeat asks whether anything still could.
    fresh.limit = HEARTBEAT_LIMIT;
    const heartbeat = setInterval(() => ask('select 1').catch(() => undefined), HEARTBEAT);
    fresh.once('end', () => {
      clearInterval(heartbeat);
      client = undefined;
      if (!signal.aborted) opening = reopen();
    });
    client = fresh;
    if (signal.aborted) fresh.destroy();
  }

  async function reopen(): Promise<void> {
    log.warn('Lost the connection that listens for database notifications; reconnecting.');
    for (let pause = 50; !signal.aborted; pause = Math.min(5_000, pause * 2)) {
      try {
        await open();
        for (const channel of channels.keys()) notify(channel, '');
        return;
      } catch (error) {
        if (pause === 5_000)
          log.warn(`Cannot listen for database notifications yet: ${String(error)}`);
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function ready(): Promise<void> {
    if (client) return;
    opening ??= open();
    try {
      await opening;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  /** Queries run one after the other, because a connection takes only one at a time. */
  function ask(text: string): Promise<unknown> {
    const answer = lastAnswer.then(() => client?.query(text));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  }

  function notify(channel: string, payload: string): void {
    for (const heard of channels.get(channel) ?? []) heard(payload);
  }

  return {
    async listen(channel, heard) {
      channels.set(channel, (channels.get(channel) ?? new Set()).add(heard));
      const stop = async (): Promise<void> => {
        const hearers = channels.get(channel);
        if (!hearers?.delete(heard) || hearers.size > 0) return;
        channels.delete(channel);
        // A connection that broke in the meantime listens to nothing.
        await ask(`unlisten ${quoteName(channel)}`).catch(() => undefined);
      };
      try {
        await ready();
        await ask(`listen ${quoteName(channel)}`);
      } catch (error) {
        await stop();
        throw error;
      }
      return stop;
    },
    close() {
      closing.abort();
      // A connection that is just opening ends itself.
      client?.destroy();
    },
  };
}
