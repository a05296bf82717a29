import { createPageState } from '../../../client/page-state.ts';

/** A new collection that the review applies without another question, if nothing else changes and the plan asks nothing. */
const atOnce = createPageState<string | undefined>(undefined);

export function applyAtOnce(collection: string | undefined): void {
  atOnce.set(collection);
}

/** Whether a person has asked for it; true only once. */
export function takeAtOnce(collection: string): boolean {
  if (atOnce.get() !== collection) return false;
  atOnce.set(undefined);
  return true;
}
