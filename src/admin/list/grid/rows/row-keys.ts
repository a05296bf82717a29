import type { KeyboardEvent } from 'react';
import { nameOf } from '../grid-shortcuts.ts';

/** What can be done with a whole row. */
export type RowWork = {
  /** Opens the record beside the list. */
  openBeside(row: number): void;
  /** Opens the menu of the row at what was pressed, or has the focus. */
  openMenu(row: number, anchor: HTMLElement): void;
  /** Opens or closes the lists below the row. */
  toggleLists(row: number, to: boolean): void;
};

/** Keys for the row of the active cell; true when it was one. */
export function pressOnRow(event: KeyboardEvent, row: number, work: RowWork): boolean {
  const key = nameOf(event);
  const does = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (row < 0 || does === undefined) return false;
  does(work, row, event.target as HTMLElement);
  return true;
}

const keys: Readonly<Record<string, (work: RowWork, row: number, cell: HTMLElement) => void>> = {
  'Alt+Enter': (work, row) => work.openBeside(row),
  'Alt+ArrowDown': (work, row) => work.toggleLists(row, true),
  'Alt+ArrowUp': (work, row) => work.toggleLists(row, false),
  'Shift+F10': (work, row, cell) => work.openMenu(row, cell),
  ContextMenu: (work, row, cell) => work.openMenu(row, cell),
};
