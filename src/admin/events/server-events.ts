import type { Problem } from '../../fields/problem.ts';

/** A problem of the descriptor's file, for those who write it. */
export type FileProblem = Problem & { file: string; line?: number; column?: number };

type RecordEvent = { resource: string; _id: string };

/** What the server tells as it happens (`docs/api.md`, Events). */
export type ServerEvent =
  | { event: 'ready'; data: { hash: string; role: string } }
  | { event: 'config.changed'; data: { hash: string } }
  | { event: 'config.problems'; data: { problems: readonly FileProblem[] } }
  | { event: 'record.created' | 'record.updated' | 'record.deleted'; data: RecordEvent }
  | { event: 'resync'; data: Record<string, never> };

const listeners = new Set<(event: ServerEvent) => void>();

/** Hears what the server tells, whichever tab it tells it to. Answers how to stop. */
export function onServerEvent(listener: (event: ServerEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellServerEvent(event: ServerEvent): void {
  for (const listener of listeners) listener(event);
}
