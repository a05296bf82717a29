import type { Person } from '../../../contract/presence.ts';
import type { FileProblem } from '../../../contract/meta.ts';

/** A record of which somebody knows where it is. */
export type OpenRecord = { resource: string; _id: string };

/** How far an import or another long work is. */
export type Progress = {
  id: string;
  resource: string;
  createdBy: string;
  state: string;
  rows: number;
  counts: Readonly<Record<string, number>>;
  bytes?: number;
  total?: number;
  phase?: string;
};

/** What the server tells as it happens (`docs/api.md`, Events). */
export type ServerEvent =
  | { event: 'ready'; data: { hash: string; role: string } }
  | { event: 'config.changed'; data: { hash: string } }
  | { event: 'config.problems'; data: { problems: readonly FileProblem[] } }
  | { event: 'record.created' | 'record.updated' | 'record.deleted'; data: OpenRecord }
  | { event: 'presence'; data: OpenRecord & { people: readonly Person[] } }
  | { event: 'import.progress' | 'export.progress' | 'process.progress'; data: Progress }
  | { event: 'resync'; data: Record<string, never> }
  /** Said by the tab that reads: nothing is heard until the next `ready`. */
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
