import type { KeyboardEvent } from 'react';
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
  // Pasted text comes in an event of its own.
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key.toLowerCase() === 'v') return false;
  if (!isCommand) waiting.push({ key, shiftKey, altKey });
  else if (key.toLowerCase() === 'a') waiting.push({ key: 'SelectAll', shiftKey, altKey });
  return true;
}

function pressKey(event: KeyboardEvent, store: GridStore, extent: Bounds, keys: GridKeys): boolean {
  const { active, anchor } = store.get();
  if (keys.other(event, active)) return true;
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const moved = event.altKey ? undefined : movedBy(event, active, extent);
  if (moved) {
    const isData = active.row >= 0 && active.row < extent.rows && active.column >= 0;
    const isRange = shiftKey && isData;
    const row = Math.min(Math.max(0, moved.row), extent.rows - 1);
    const inData = { row, column: Math.max(0, moved.column) };
    if (isRange) store.set({ active: inData, anchor: anchor ?? active });
    else store.set({ active: moved, anchor: undefined });
    return true;
  }
  if (key === ' ' && !isCommand) {
    if (active.row >= 0 && (shiftKey || active.column < 0)) return keys.choose(active.row, false);
    return active.row >= 0 && keys.peek();
  }
  if (key === 'Tab') return goOn(store, extent, shiftKey ? -1 : 1);
  if (key === 'Enter') return keys.enter(active, event);
  if (key === 'F2') return keys.edit(active);
  if (key === 'a' && isCommand && active.row >= 0) {
    store.set({
      anchor: { row: 0, column: 0 },
      active: { row: extent.rows - 1, column: extent.columns - 1 },
    });
    return true;
  }
  if (key === 'Escape') {
    const isUsed = anchor !== undefined || tabStartColumn(store.get()) !== undefined;
    store.set({ anchor: undefined, tabbed: undefined });
    return isUsed;
  }
  return key.length === 1 && !isCommand && active.row >= 0 && keys.edit(active, key);
}

/** After leaving an edited cell by Tab, Tab moves to the next cell; otherwise Tab leaves the grid. */
function goOn(store: GridStore, extent: Bounds, by: 1 | -1): boolean {
  const column = tabStartColumn(store.get());
  const next = column === undefined ? undefined : nextInOrder(store.get().active, by, extent);
  if (column === undefined || next === undefined) return false;
  store.set({ active: next, anchor: undefined, tabbed: { to: next, column } });
  return true;
}

/**
 * The size of the grid: the rows of the page, its columns, and the visible rows. `empty`: whether an empty
 * row for new records follows the last one.
 */
export type Bounds = { rows: number; columns: number; page: number; empty?: boolean };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/**
 * Where a key leads from a cell, by the WAI-ARIA grid pattern: arrows by one, with Ctrl to the edge;
 * Home and End in the row, with Ctrl in the whole grid; Page Up and Page Down by the visible rows.
 * Undefined for any other key.
 */
function movedBy(press: Press, from: CellRef, extent: Bounds): CellRef | undefined {
  const way = Object.hasOwn(ways, press.key) ? ways[press.key] : undefined;
  if (way === undefined) return undefined;
  return clampCell(way(from, extent, press.ctrlKey || press.metaKey), extent);
}

export function clampCell({ row, column }: CellRef, { rows, columns, empty }: Bounds): CellRef {
  return {
    row: Math.max(-1, Math.min(row, empty ? rows : rows - 1)),
    column: Math.max(-1, Math.min(column, columns - 1)),
  };
}

/** The cell after or before another in reading order; undefined past the last and the first. */
export function nextInOrder(
  from: CellRef,
  by: 1 | -1,
  { rows, columns }: Bounds,
): CellRef | undefined {
  const at = from.row * columns + from.column + by;
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
