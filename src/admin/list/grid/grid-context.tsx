import { createContext, useContext, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { Direction } from './editing/use-editor-keys.ts';
import type { GridStore } from './grid-store.ts';
import type { RowWork } from './grid-shortcuts.ts';
import type { CellChange } from './writing/create-writer.ts';

/** What cells ask the grid to do. Always those of the last drawing, behind one object that never changes. */
type GridCommands = RowWork & {
  /** Chooses a row or not; with `isRange` all since the one chosen last. */
  toggleRow(row: number, isRange: boolean): void;
  togglePage(): void;
  /** Takes over what was typed into a cell, and goes on from there. */
  take(change: CellChange, direction: Direction): void;
  /** Leaves the cell as it was. */
  cancel(): void;
  write(changes: readonly CellChange[]): void;
};

type GridHandle = { store: GridStore; commands: RefObject<GridCommands> };

const GridContext = createContext<GridHandle | undefined>(undefined);

export const GridProvider = GridContext.Provider;

/** The same object for as long as the grid lives, so that asking for it draws nothing anew. */
export function useGrid(): GridHandle {
  const handle = useContext(GridContext);
  if (handle === undefined) throw new Error('useGrid must be used inside a <Grid>');
  return handle;
}

/** One object for good, whose commands are always those of the last drawing. */
export function useHandle(store: GridStore, latest: GridCommands): GridHandle {
  const commands = useRef(latest);
  useLayoutEffect(() => {
    commands.current = latest;
  });
  return useMemo(() => ({ store, commands }), [store]);
}
