import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseLog } from './database.ts';
import { announceServer } from './running-servers.ts';
import { quoteName } from './sql.ts';

export type Listener = {
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

/** One connection for all channels, opened when somebody listens and opened anew when it breaks. */
export function openListener(connect: () => pg.Client, log: DatabaseLog): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let closed = false;
  let asked: Promise<unknown> = Promise.resolve();

  async function open(): Promise<void> {
    const fresh = connect();
    fresh.on('error', () => undefined); // 'end' follows, and is what we act on
    await fresh.connect();
    // Only servers listen.
    await announceServer(fresh);
    fresh.on('notification', ({ channel, payload = '' }) => tell(channel, payload));
    for (const channel of channels.keys()) await fresh.query(`listen ${quoteName(channel)}`);
    fresh.once('end', () => {
      client = undefined;
      if (!closed) opening = reopen();
    });
    client = fresh;
  }

  async function reopen(): Promise<void> {
    log.warn('The connection that listens to the database broke; opening it again.');
    for (let pause = 50; !closed; pause = Math.min(5_000, pause * 2)) {
      try {
        await open();
        for (const channel of channels.keys()) tell(channel, '');
        return;
      } catch (error) {
        if (pause === 5_000) log.warn(`Still not listening: ${String(error)}`);
        await sleep(pause);
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

  /** One after the other, as a connection takes them. */
  function ask(text: string): Promise<unknown> {
    const answer = asked.then(() => client?.query(text));
    asked = answer.catch(() => undefined);
    return answer;
  }

  function tell(channel: string, payload: string): void {
    for (const heard of channels.get(channel) ?? []) heard(payload);
  }

  return {
    async listen(channel, heard) {
      channels.set(channel, (channels.get(channel) ?? new Set()).add(heard));
      await ready();
      await ask(`listen ${quoteName(channel)}`);
      return async () => {
        const hearers = channels.get(channel);
        if (!hearers?.delete(heard) || hearers.size > 0) return;
        channels.delete(channel);
        await ask(`unlisten ${quoteName(channel)}`);
      };
    },
    async close() {
      closed = true;
      await opening?.catch(() => undefined);
      await client?.end();
    },
  };
}
