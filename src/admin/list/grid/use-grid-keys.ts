import type { KeyboardEvent } from 'react';
import { isCommand } from '../../kit/keys/key-press.ts';
import { cellOf, isInInput, tabStartColumn, type GridStore, type CellRef } from './grid-store.ts';

/** What a key does in the grid besides moving; each returns whether it did anything. */
export type GridKeys = {
  /** Opens a cell for editing, with the typed letter. */
  edit(place: CellRef, typed?: string): boolean;
  /** What Enter does in a read-only cell: a head sorts, other cells open the record. */
  enter(place: CellRef, event: KeyboardEvent): boolean;
  choose(row: number, isRange: boolean): boolean;
  peek(): boolean;
  /** More keys, tried first. */
  other(event: KeyboardEvent, place: CellRef): boolean;
};

/** The keyboard of the grid (WAI-ARIA Authoring Practices, Grid; and the habits of spreadsheets). */
export function useGridKeys(store: GridStore, extent: () => Bounds, keys: GridKeys) {
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isInInput(event.target) || !cellOf(event.target)) return;
    if (wait(event, store) || pressKey(event, store, extent(), keys)) event.preventDefault();
  };
}

/** While the input of a cell is loading, it collects every key, and the grid gets none. */
function wait(event: KeyboardEvent, store: GridStore): boolean {
  const waiting = store.get().editing?.waiting;
  if (waiting === undefined) return false;
  const { key, shiftKey, altKey } = event;
  const isCtrl = event.ctrlKey || event.metaKey;
  // Pasted text comes in an event of its own.
  if (isCtrl && key.toLowerCase() === 'v') return false;
  if (!isCtrl) waiting.push({ key, shiftKey, altKey });
  else if (key.toLowerCase() === 'a') waiting.push({ key: 'SelectAll', shiftKey, altKey });
  return true;
}

function pressKey(event: KeyboardEvent, store: GridStore, extent: Bounds, keys: GridKeys): boolean {
  const { active } = store.get();
  if (keys.other(event, active)) return true;
  if (moveBy(event, store, extent)) return true;
  const { key, shiftKey } = event;
  if (key === 'Tab') return goOn(store, extent, shiftKey);
  if (key === 'Enter') return keys.enter(active, event);
  if (key === 'F2') return keys.edit(active);
  if (key === 'Escape') return leaveRange(store);
  if (key.length !== 1 || active.row < 0) return false;
  if (isCommand(event)) return key === 'a' && chooseAll(store, extent);
  if (key === ' ') return pressSpace(active, shiftKey, keys);
  return keys.edit(active, key);
}

/** Space chooses the row from its tools and, with Shift, from any cell; else it shows the whole value. */
function pressSpace({ row, column }: CellRef, isShift: boolean, keys: GridKeys): boolean {
  return isShift || column < 0 ? keys.choose(row, false) : keys.peek();
}

/** Moves the active cell, with Shift as the corner of a range of records; false if the key does not move. */
function moveBy(event: KeyboardEvent, store: GridStore, extent: Bounds): boolean {
  const moved = event.altKey ? undefined : movedBy(event, store.get().active, extent);
  if (!moved) return false;
  const { active, anchor } = store.get();
  const isData = active.row >= 0 && active.row < extent.rows && active.column >= 0;
  const row = Math.min(Math.max(0, moved.row), extent.rows - 1);
  const inData = { row, column: Math.max(0, moved.column) };
  if (event.shiftKey && isData) store.set({ active: inData, anchor: anchor ?? active });
  else store.set({ active: moved, anchor: undefined });
  return true;
}

function chooseAll(store: GridStore, { rows, columns }: Bounds): true {
  const last = { row: rows - 1, column: columns - 1 };
  store.set({ anchor: { row: 0, column: 0 }, active: last });
  return true;
}

function leaveRange(store: GridStore): boolean {
  const isUsed = store.get().anchor !== undefined || tabStartColumn(store.get()) !== undefined;
  store.set({ anchor: undefined, tabbed: undefined });
  return isUsed;
}

/** After leaving an edited cell by Tab, Tab moves to the next cell; otherwise Tab leaves the grid. */
function goOn(store: GridStore, extent: Bounds, isBack: boolean): boolean {
  const column = tabStartColumn(store.get());
  const next =
    column === undefined ? undefined : nextInOrder(store.get().active, isBack ? -1 : 1, extent);
  if (column === undefined || next === undefined) return false;
  store.set({ active: next, anchor: undefined, tabbed: { to: next, column } });
  return true;
}

/**
 * The size of the grid: the rows of the page, its columns, and the visible rows. `empty`: whether an empty
 * row for new records follows the last one.
 */
export type Bounds = { rows: number; columns: number; page: number; empty?: boolean };

/**
 * Where a key leads from a cell, by the WAI-ARIA grid pattern: arrows by one, with Ctrl to the edge;
 * Home and End in the row, with Ctrl in the whole grid; Page Up and Page Down by the visible rows.
 * Undefined for any other key.
 */
function movedBy(press: KeyboardEvent, from: CellRef, extent: Bounds): CellRef | undefined {
  const way = ways[press.key];
  return way && clampCell(way(from, extent, press.ctrlKey || press.metaKey), extent);
}

export function clampCell({ row, column }: CellRef, { rows, columns, empty }: Bounds): CellRef {
  return {
    row: Math.max(-1, Math.min(row, empty ? rows : rows - 1)),
    column: Math.max(-1, Math.min(column, columns - 1)),
  };
}

/** The cell after or before another in reading order; undefined past the last and the first. */
export function nextInOrder({ row, column }: CellRef, by: 1 | -1, { rows, columns }: Bounds) {
  const at = row * columns + column + by;
  if (at < 0 || at >= rows * columns) return undefined;
  return { row: Math.floor(at / columns), column: at % columns };
}

type Way = (from: CellRef, extent: Bounds, isFar: boolean) => CellRef;

const ways: Readonly<Record<string, Way>> = {
  ArrowUp: ({ row, column }, _, isFar) => ({ row: isFar ? Math.min(0, row - 1) : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, isFar) => ({ row: isFar ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _, isFar) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, isFar) => ({
    row,
    column: isFar ? columns - 1 : column + 1,
  }),
  // The row tools are one step before the first cell.
  Home: ({ row, column }, _, isFar) =>
    isFar ? { row: 0, column: 0 } : { row, column: column > 0 ? 0 : -1 },
  End: ({ row }, { rows, columns }, isFar) => ({
    row: isFar ? rows - 1 : row,
    column: columns - 1,
  }),
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(0, row - page), column }),
  // Only ↓ leads into the empty row: far moves stay in the records.
  PageDown: ({ row, column }, { page, rows }) => ({
    row: Math.max(row, Math.min(row + page, rows - 1)),
    column,
  }),
};
