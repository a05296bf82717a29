import type { ServerEvent as ToldEvent } from '../../../contract/events.ts';

/** What the server tells as it happens (`docs/api.md`, Events), and what the tabs tell each other. */
export type ServerEvent =
  | ToldEvent
  /** Said by the tab that reads the stream: nothing is heard until the next `ready`. */
  | { event: 'lost'; data: Record<string, never> };

const listeners = new Set<(event: ServerEvent) => void>();

/** Hears what the server tells, whichever tab it tells it to. Answers how to stop. */
export function onServerEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let isLive = false;

/** Whether what happens is told; else it has to be asked for. */
export function isServerHeard(): boolean {
  return isLive;
}

export function tellServerEvent(event: ServerEvent): void {
  if (event.event === 'ready') isLive = true;
  if (event.event === 'lost') isLive = false;
  for (const listener of listeners) listener(event);
}
