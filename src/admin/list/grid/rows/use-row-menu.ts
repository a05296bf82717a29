import { useState, type MouseEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { cellOf, isInInput, placeOfCell } from '../cell-of.ts';
import { isInRange, rangeOf, type GridStore } from '../grid-store.ts';

/** A menu hangs on what was pressed, or opens where the mouse is. */
export type MenuAt = { anchor: HTMLElement } | { top: number; left: number };

export type OpenedMenu = { record: RaRecord; at: MenuAt };

export type RowMenuState = {
  menu: OpenedMenu | undefined;
  openAt(row: number, at: MenuAt): void;
  close(): void;
  onContextMenu(event: MouseEvent): void;
};

/** The menu of a row: by its button, the other button of the mouse, or the keyboard. */
export function useRowMenu(store: GridStore, rows: readonly RaRecord[]): RowMenuState {
  const [menu, setMenu] = useState<OpenedMenu>();
  const openAt = (row: number, at: MenuAt): void => {
    const record = rows[row];
    if (record) setMenu({ record, at });
  };
  return {
    menu,
    openAt,
    close: () => setMenu(undefined),
    onContextMenu(event: MouseEvent): void {
      const cell = cellOf(event.target);
      // With Shift the browser's own comes; so it does where something is typed.
      if (cell === undefined || event.shiftKey || isInInput(event.target)) return;
      const place = placeOfCell(cell);
      if (place.row < 0) return;
      event.preventDefault();
      // What is chosen stays so, for what the menu does with it.
      if (!isInRange(place, rangeOf(store.get()))) store.set({ active: place, anchor: undefined });
      openAt(place.row, { top: event.clientY, left: event.clientX });
    },
  };
}
