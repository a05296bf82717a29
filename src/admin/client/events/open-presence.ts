import type { Person } from '../../../contract/presence.ts';
import { isLocked } from '../lock.ts';
import { readSession } from '../session.ts';
import type { OpenRecord } from '../../../contract/events.ts';
import { onServerEvent } from './server-events.ts';

/** Said so often, or one counts as gone. */
const BEAT = 10_000;
/** Who walks through a list does not stop at each of its records. */
const SETTLED = 300;

type State = 'open' | 'editing';

export type Presence = {
  /** The form is touched, or as it was. */
  say(state: State): void;
  close(): void;
};

/**
 * Says that a record is open for as long as it is in sight, and hears who else has it open. A tab that
 * is hidden says nothing, and counts as gone soon.
 */
export function openPresence(
  { resource, _id }: OpenRecord,
  heard: (people: readonly Person[]) => void,
): Presence {
  const tab = [...crypto.getRandomValues(new Uint8Array(9))]
    .map((byte) => byte.toString(36))
    .join('');
  let state: State = 'open';
  let said = 0;
  let timer = window.setTimeout(send, SETTLED);

  function send(): void {
    window.clearTimeout(timer);
    if (document.hidden) return;
    timer = window.setTimeout(send, BEAT);
    if (isLocked() || !navigator.onLine) return;
    void ask((said += 1));
  }

  async function ask(turn: number): Promise<void> {
    // Who cannot be asked is not told of either; the next time may go well.
    const people = await put({ tab, resource, _id, state }).catch(() => []);
    if (turn === said) heard(people);
  }

  function leave(): void {
    window.clearTimeout(timer);
    if (said > 0) void put({ tab, resource, _id, state: 'closed' }).catch(() => undefined);
    said += 1;
  }

  const stopEvents = onServerEvent((told) => {
    if (told.event === 'ready' && said > 0) send();
    if (told.event !== 'presence' || told.data.resource !== resource) return;
    if (told.data._id === _id) heard(told.data.people);
  });
  document.addEventListener('visibilitychange', send);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', send);

  return {
    say(next) {
      if (state === next) return;
      state = next;
      if (said > 0) send();
    },
    close() {
      stopEvents();
      document.removeEventListener('visibilitychange', send);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', send);
      leave();
    },
  };
}

/** Past `http`: it neither moves the bar at the top of the page nor waits for a lock, and outlives the page. */
async function put(body: object): Promise<readonly Person[]> {
  const token = readSession()?.token;
  if (token === undefined) return [];
  const response = await fetch('/api/presence', {
    method: 'PUT',
    keepalive: true,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) return [];
  return ((await response.json()) as { people: readonly Person[] }).people;
}
