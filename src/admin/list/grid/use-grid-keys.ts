import type { KeyboardEvent } from 'react';
import { cellOf, isInInput } from './cell-of.ts';
import { tabbedFrom, type GridStore, type Place } from './grid-store.ts';
import { movedBy, nextInOrder, type Extent } from './move.ts';

/** What a key does in the grid besides moving; each answers whether it did anything. */
export type GridKeys = {
  /** Opens a cell for writing, with what was typed. */
  edit(place: Place, typed?: string): boolean;
  /** What Enter does where nothing can be written: sorts by a head, opens a record. */
  enter(place: Place, event: KeyboardEvent): boolean;
  choose(row: number, isRange: boolean): boolean;
  peek(): boolean;
  /** Further keys, asked first. */
  other(event: KeyboardEvent, place: Place): boolean;
};

/** The keyboard of the grid (WAI-ARIA Authoring Practices, Grid; and what spreadsheets have taught). */
export function useGridKeys(store: GridStore, extent: () => Extent, keys: GridKeys) {
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isInInput(event.target) || !cellOf(event.target)) return;
    if (wait(event, store) || press(event, store, extent(), keys)) event.preventDefault();
  };
}

/** While the input of a cell is on its way every key is meant for it, and none for the grid. */
function wait(event: KeyboardEvent, store: GridStore): boolean {
  const waiting = store.get().editing?.waiting;
  if (waiting === undefined) return false;
  const { key, shiftKey, altKey } = event;
  // What is pasted comes as an event of its own.
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key.toLowerCase() === 'v') return false;
  if (!isCommand) waiting.push({ key, shiftKey, altKey });
  else if (key.toLowerCase() === 'a') waiting.push({ key: 'SelectAll', shiftKey, altKey });
  return true;
}

function press(event: KeyboardEvent, store: GridStore, extent: Extent, keys: GridKeys): boolean {
  const { active, anchor } = store.get();
  if (keys.other(event, active)) return true;
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  const moved = event.altKey ? undefined : movedBy(event, active, extent);
  if (moved) {
    const isRange = shiftKey && active.row >= 0 && active.column >= 0;
    const inData = { row: Math.max(0, moved.row), column: Math.max(0, moved.column) };
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
    const isUsed = anchor !== undefined || tabbedFrom(store.get()) !== undefined;
    store.set({ anchor: undefined, tabbed: undefined });
    return isUsed;
  }
  return key.length === 1 && !isCommand && active.row >= 0 && keys.edit(active, key);
}

/** Whoever has left a written cell by Tab passes over others by Tab, too; else Tab leaves the grid. */
function goOn(store: GridStore, extent: Extent, by: 1 | -1): boolean {
  const column = tabbedFrom(store.get());
  const next = column === undefined ? undefined : nextInOrder(store.get().active, by, extent);
  if (column === undefined || next === undefined) return false;
  store.set({ active: next, anchor: undefined, tabbed: { to: next, column } });
  return true;
}
