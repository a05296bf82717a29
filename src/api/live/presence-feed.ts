import { setTimeout as sleep } from 'node:timers/promises';
import {
  forgetLost,
  noteLost,
  PRESENCE_CHANNEL,
  readPresent,
} from '../../store/system/presence/presence.ts';
import type { ApiParts } from '../api-parts.ts';
import { othersThan } from './presence.ts';
import { usersOf } from '../accounts/who-is.ts';
import type { Listener } from './listener.ts';

/** Comings and goings of so many milliseconds at one record are told at once. */
const TOGETHER = 100;
/** A stream that breaks is opened anew within so long, and the tabs then say again what they have open. */
const COMES_AGAIN = 5_000;

/** Tells those who have a record open who else has, whichever server they are at; nobody else is woken. */
export function openPresenceFeed(
  { database, descriptor, log }: ApiParts,
  listeners: ReadonlySet<Listener>,
) {
  const waiting = new Set<string>();
  const closing = new AbortController();
  const warn = (err: unknown): void => {
    if (!closing.signal.aborted) log.warn({ err }, 'cannot publish presence');
  };
  const listening = database.listen(PRESENCE_CHANNEL, (payload) => {
    // After a lost connection nothing is named; the tabs ask again by themselves.
    if (payload === '' || listeners.size === 0 || waiting.has(payload)) return;
    waiting.add(payload);
    tell(payload).catch(warn);
  });
  listening.catch((err: unknown) => log.warn({ err }, 'cannot listen for presence'));

  async function tell(payload: string): Promise<void> {
    await sleep(TOGETHER, undefined, { ref: false });
    waiting.delete(payload);
    const [resource, id] = JSON.parse(payload) as [string, string];
    const present = await readPresent(database, usersOf(descriptor().resources), { resource, id });
    const sessions = new Set(present.map(({ sessionId }) => sessionId));
    for (const one of listeners)
      if (sessions.has(one.sessionId))
        one.tellPresence({ resource, _id: id, people: othersThan(one.userId, present) });
  }

  async function waitFor(sessionId: string): Promise<void> {
    // Of several windows without a stream in common the others are still there.
    if (isHere(sessionId)) return;
    await noteLost(database, sessionId);
    await sleep(COMES_AGAIN, undefined, { ref: false, signal: closing.signal });
    if (!isHere(sessionId)) await forgetLost(database, sessionId);
  }

  function isHere(sessionId: string): boolean {
    return [...listeners].some((one) => one.sessionId === sessionId);
  }

  return {
    /** A stream of this session ended. */
    ended(sessionId: string): void {
      if (!closing.signal.aborted) waitFor(sessionId).catch(warn);
    },
    async close(): Promise<void> {
      closing.abort();
      const stop = await listening.catch(() => undefined);
      await stop?.();
    },
  };
}
