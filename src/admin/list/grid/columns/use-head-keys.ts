import type { KeyboardEvent } from 'react';
import type { GridColumn } from '../grid-columns.ts';
import type { GridStore } from '../grid-store.ts';
import { canStep, sizedColumn, steppedColumn } from './layout.ts';
import type { LayoutView } from './use-layout.ts';

/** How much wider or narrower a column gets by one press. */
export const STEP = 24;

/** What can be done with a column from its head by keys; true when it was done. */
export function useHeadKeys(store: GridStore, layout: LayoutView) {
  return (event: KeyboardEvent, column: GridColumn): boolean => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const way = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    const { columns, change } = layout;
    const { name } = column.field;
    if (way !== 0 && shiftKey && isCommand) {
      if (!canStep(columns, name, way)) return true;
      change({ columns: steppedColumn(columns, name, way) });
      store.set({ active: { row: -1, column: column.index + way }, anchor: undefined });
      return true;
    }
    if (way !== 0 && shiftKey) {
      change({ columns: sizedColumn(columns, name, column.width + way * STEP) });
      return true;
    }
    const opens =
      key === 'ContextMenu' || (key === 'F10' && shiftKey) || (key === 'ArrowDown' && altKey);
    if (!opens) return false;
    const head = event.target as HTMLElement;
    head.closest('[role="columnheader"]')?.querySelector<HTMLElement>('.g-menu-button')?.click();
    return true;
  };
}
