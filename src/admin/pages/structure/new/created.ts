import { createPageState } from '../../../client/page-state.ts';

/** A collection that the person has added to the draft on this page. */
type Created = { name: string };

/** Outside of the pages, because the review and the restart of a screen come in between. */
export const created = createPageState<readonly Created[]>([]);

export function addCreated(one: Created): void {
  created.set([...created.get().filter(({ name }) => name !== one.name), one]);
}

export function removeCreated(name: string): void {
  created.set(created.get().filter((one) => one.name !== name));
}
