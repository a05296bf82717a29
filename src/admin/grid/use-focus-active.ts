import { useCallback } from 'react';
import type { GridStore } from '../list/grid/grid-store.ts';

/** Gives the focus back to the active cell, once what was open over the grid is gone. */
export function useFocusActive(store: GridStore, scroller: HTMLElement | null): () => void {
  return useCallback(() => {
    requestAnimationFrame(() => {
      const { row, column } = store.get().active;
      const cell = `[data-row="${row}"][data-column="${column}"]`;
      scroller?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true });
    });
  }, [store, scroller]);
}
