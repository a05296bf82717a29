import { clear, fillDown, type Work } from '../list/grid/grid-shortcuts.ts';
import { rangeOf } from '../list/grid/grid-store.ts';
import type { Clipboard } from '../list/grid/clipboard/use-clipboard.ts';
import type { CellWork } from '../list/grid/rows/cell-entries.tsx';

/** What a menu offers for the chosen cells; nothing where it was not opened on one. */
export function cellWork(
  work: Omit<Work, 'copyMarkdown'>,
  { copy, paste }: Clipboard,
): CellWork | undefined {
  const { store, editing } = work;
  const { active } = store.get();
  if (active.column < 0) return undefined;
  const { top, bottom } = rangeOf(store.get());
  if (!editing.mayWrite(active)) return { copy };
  return {
    copy,
    paste,
    ...(bottom > top && { fill: () => void fillDown(work) }),
    clear: () => void clear(work),
    undo: editing.undo,
    redo: editing.redo,
  };
}
