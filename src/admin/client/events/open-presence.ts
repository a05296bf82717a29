import type { Person } from '../../../contract/people/presence.ts';
import { isLocked } from '../account/lock.ts';
import { readSession } from '../account/session.ts';
import { readView } from '../account/view-as.ts';
import type { OpenRecord } from '../../../contract/events.ts';
import { onServerEvent } from './server-events.ts';

/** Milliseconds between two reports; without them the server soon counts the user as gone. */
const REPORT_INTERVAL_MS = 10_000;
/** Milliseconds, so that stepping through a list does not report every record. */
const FIRST_REPORT_DELAY_MS = 300;

type State = 'open' | 'editing';

export type Presence = ReturnType<typeof openPresence>;

/**
 * Reports that a record is open while it is visible, and receives who else has it open. A
 * hidden tab reports nothing, so it soon counts as gone.
 */
export function openPresence(
  { resource, _id }: OpenRecord,
  onPeople: (people: readonly Person[]) => void,
) {
  const tab = [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => byte.toString(36))
    .join('');
  let state: State = 'open';
  let lastSentAt = 0;
  let timer = window.setTimeout(send, FIRST_REPORT_DELAY_MS);

  function send(): void {
    window.clearTimeout(timer);
    if (document.hidden) return;
    timer = window.setTimeout(send, REPORT_INTERVAL_MS);
    if (isLocked() || !navigator.onLine) return;
    void ask((lastSentAt += 1));
  }

  async function ask(turn: number): Promise<void> {
    // If the request fails, nobody is shown; the next one may succeed.
    const people = await sendPresence({ tab, resource, _id, state }).catch(() => []);
    if (turn === lastSentAt) onPeople(people);
  }

  function leave(): void {
    window.clearTimeout(timer);
    if (lastSentAt > 0)
      void sendPresence({ tab, resource, _id, state: 'closed' }).catch(() => undefined);
    lastSentAt += 1;
  }

  const stopEvents = onServerEvent((event) => {
    if (event.event === 'ready' && lastSentAt > 0) send();
    if (event.event !== 'presence' || event.data.resource !== resource) return;
    if (event.data._id === _id) onPeople(event.data.people);
  });
  document.addEventListener('visibilitychange', send);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', send);

  return {
    /** Reports whether the form has unsaved changes. */
    say(next: State): void {
      if (state === next) return;
      state = next;
      if (lastSentAt > 0) send();
    },
    close(): void {
      stopEvents();
      document.removeEventListener('visibilitychange', send);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', send);
      leave();
    },
  };
}

/** Bypasses `http`, so it neither shows the progress bar nor waits for a lock, and it outlives the page. */
async function sendPresence(body: object): Promise<readonly Person[]> {
  const token = readSession()?.token;
  if (token === undefined || readView()) return [];
  const response = await fetch('/api/presence', {
    method: 'PUT',
    keepalive: true,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) return [];
  return ((await response.json()) as { people: readonly Person[] }).people;
}
