import { lazy, useSyncExternalStore } from 'react';
import { useGrid } from './grid-context.tsx';
import type { GridState } from './grid-store.ts';
import type { MarkNoteProps } from './mark-note.tsx';

const MarkNote = lazy(async () => ({ default: (await import('./mark-note.tsx')).MarkNote }));

/** What is to be said of cells, where something is: a value on its way draws neither this nor the grid. */
export function MarkNotes(props: MarkNoteProps) {
  const { store } = useGrid();
  const isAny = useSyncExternalStore(store.subscribe, () => isToBeSaid(store.get()));
  return isAny && <MarkNote {...props} />;
}

function isToBeSaid({ marks }: GridState): boolean {
  for (const record of marks.values())
    for (const mark of Object.values(record)) if (mark && mark.state !== 'saving') return true;
  return false;
}
