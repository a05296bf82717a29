import type { ServerEvent as ToldEvent } from '../../../contract/events.ts';
import { createSignal } from '../page-state.ts';

/** What the server tells as it happens (`docs/api.md`, Events), and what the tabs tell each other. */
export type ServerEvent =
  | ToldEvent
  /** Said by the tab that reads the stream: nothing is heard until the next `ready`. */
  | { event: 'lost'; data: Record<string, never> };

const events = createSignal<ServerEvent>();

/** Hears what the server tells, whichever tab it tells it to. Answers how to stop. */
export const onServerEvent = events.listen;

let isLive = false;

/** Whether what happens is told; else it has to be asked for. */
export function isServerHeard(): boolean {
  return isLive;
}

export function tellServerEvent(event: ServerEvent): void {
  if (event.event === 'ready') isLive = true;
  if (event.event === 'lost') isLive = false;
  events.send(event);
}
