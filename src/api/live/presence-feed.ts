import { setTimeout as sleep } from 'node:timers/promises';
import {
  removeLost,
  markLost,
  PRESENCE_CHANNEL,
  readPresent,
} from '../../store/system/presence/presence.ts';
import type { ApiServices } from '../api-services.ts';
import { listen } from '../http/listen.ts';
import { usersResource } from '../../store/system/account.ts';
import type { Listener } from './listener.ts';

/** Changes at one record within so many milliseconds are reported together. */
const TOGETHER = 100;
/** Within so many milliseconds a client reopens a broken stream, and its tabs report their open records again. */
const COMES_AGAIN = 5_000;

/** Reports to those who have a record open, on any server, who else has it open; wakes no other listeners. */
export function openPresenceFeed(services: ApiServices, listeners: ReadonlySet<Listener>) {
  const { database, descriptor, log } = services;
  const waiting = new Set<string>();
  const closing = new AbortController();
  const warn = (err: unknown): void => {
    if (!closing.signal.aborted) log.warn({ err }, 'cannot publish presence');
  };
  const stopListening = listen(services, PRESENCE_CHANNEL, 'presence', (payload) => {
    // After a lost connection no record is named; the tabs ask again.
    if (payload === '' || listeners.size === 0 || waiting.has(payload)) return;
    waiting.add(payload);
    sendPresence(payload).catch(warn);
  });

  async function sendPresence(payload: string): Promise<void> {
    await sleep(TOGETHER, undefined, { ref: false });
    waiting.delete(payload);
    const [resource, id] = JSON.parse(payload) as [string, string];
    const present = await readPresent(database, usersResource(descriptor().resources), {
      resource,
      id,
    });
    const sessions = new Set(present.map(({ sessionId }) => sessionId));
    for (const one of listeners)
      if (sessions.has(one.sessionId)) one.tellPresence({ resource, _id: id }, present);
  }

  async function waitFor(sessionId: string): Promise<void> {
    // Other windows of the session may still have a stream.
    if (isHere(sessionId)) return;
    await markLost(database, sessionId);
    await sleep(COMES_AGAIN, undefined, { ref: false, signal: closing.signal });
    if (!isHere(sessionId)) await removeLost(database, sessionId);
  }

  function isHere(sessionId: string): boolean {
    return [...listeners].some((one) => one.sessionId === sessionId);
  }

  return {
    /** Handles the end of a stream of this session. */
    ended(sessionId: string): void {
      if (!closing.signal.aborted) waitFor(sessionId).catch(warn);
    },
    async close(): Promise<void> {
      closing.abort();
      await stopListening();
    },
  };
}
