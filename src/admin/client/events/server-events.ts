import type { ServerEvent as ToldEvent } from '../../../contract/events.ts';
import { createSignal } from '../page-state.ts';

/** The events the server sends (`docs/api.md`, Events), and one that the tabs send each other. */
export type ServerEvent =
  | ToldEvent
  /** Sent by the tab that reads the stream: no events arrive until the next `ready`. */
  | { event: 'lost'; data: Record<string, never> };

const events = createSignal<ServerEvent>();

/** Calls the listener with every event, whichever tab received it. Returns a function that stops it. */
export const onServerEvent = events.listen;

let isLive = false;

/** Whether events arrive; otherwise a screen has to poll. */
export function isServerHeard(): boolean {
  return isLive;
}

export function emitServerEvent(event: ServerEvent): void {
  if (event.event === 'ready') isLive = true;
  if (event.event === 'lost') isLive = false;
  events.send(event);
}
