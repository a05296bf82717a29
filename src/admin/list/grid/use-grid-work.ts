import { useEffect } from 'react';
import type { LayoutView } from './columns/layout.ts';
import { useClipboard } from './clipboard/use-clipboard.ts';
import { useGridHandle } from './grid-context.tsx';
import { clearCells, fillDown } from './grid-shortcuts.ts';
import { rangeOf } from './grid-store.ts';
import type { CellCommands } from './rows/cell-menu-items.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useEditing } from './use-editing.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useValueHistory } from './cells/use-value-history.ts';
import type { GridView } from './use-grid-view.ts';

export type GridWork = ReturnType<typeof useGridWork>;

/** What the user can do in the grid: edit cells, copy and paste them, and everything by keys and mouse. */
export function useGridWork(view: GridView, layout: LayoutView, scroller: HTMLElement | null) {
  const { store, rows, records, table, choice } = view;
  const { may } = useResource();
  const editing = useEditing(view);
  const clipboard = useClipboard(view, editing);
  const handle = useGridHandle(store, {
    toggleRow: choice.toggle,
    togglePage: choice.togglePage,
    startRow: clipboard.startRow,
    ...records.work,
    take: editing.take,
    leave: editing.leave,
    cancel: editing.cancel,
    write: editing.write,
  });
  useSingleTabStop(scroller);
  const past = useValueHistory(view, scroller);
  const { events, peek, closePeek } = useGridEvents({
    view,
    editing,
    layout,
    copyMarkdown: clipboard.copyMarkdown,
    showHistory: past.show,
    startRow: clipboard.startRow,
  });

  /** What a menu offers for the chosen cells; nothing if it was not opened on one. */
  const cellWork = (): CellCommands | undefined => {
    const { active } = store.get();
    if (active.column < 0) return undefined;
    const { top, bottom } = rangeOf(store.get());
    const { copy, paste } = clipboard;
    const news = may('create') ? { pasteNew: clipboard.pasteNew } : {};
    const seen = { copy, ...news, ...(past.isPossible(active) && { history: past.show }) };
    if (!editing.mayWrite(active)) return seen;
    const work = { store, table, rows, editing };
    return {
      ...seen,
      paste,
      ...(bottom > top && { fill: () => void fillDown(work) }),
      clear: () => void clearCells(work),
      undo: editing.undo,
      redo: editing.redo,
    };
  };
  return { handle, editing, clipboard, cellWork, events, peek, closePeek, past };
}

/**
 * Tab reaches the grid once: its active cell. Links and buttons inside of cells, whoever draws them and
 * whenever, are reached from there; Tab walks only through the row of filters.
 */
function useSingleTabStop(grid: HTMLElement | null): void {
  useEffect(() => {
    if (!grid) return;
    const removeTabStops = (): void => {
      const inside = '.g-value :is(a, button, input):not([tabindex="-1"])';
      for (const element of grid.querySelectorAll<HTMLElement>(inside)) element.tabIndex = -1;
    };
    removeTabStops();
    const changes = new MutationObserver(removeTabStops);
    changes.observe(grid, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [grid]);
}
