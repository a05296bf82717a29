import type { KeyboardEvent } from 'react';
import type { GridColumn } from '../grid-columns.ts';
import type { GridStore } from '../grid-store.ts';
import { STEP } from './column-step.ts';
import { movedColumn, sizedColumn } from './layout.ts';
import type { LayoutView } from './use-layout.ts';

/** What can be done with a column from its head by keys; true when it was done. */
export function useHeadKeys(store: GridStore, layout: LayoutView) {
  return (event: KeyboardEvent, column: GridColumn): boolean => {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const way = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    const { columns, change } = layout;
    const { name } = column.field;
    if (way !== 0 && shiftKey && isCommand) {
      const at = columns.findIndex((each) => each.name === name);
      const moved = movedColumn(columns, name, at + way);
      change({ columns: moved });
      const to = Math.max(0, Math.min(column.index + way, columns.length - 1));
      store.set({ active: { row: -1, column: to }, anchor: undefined });
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
