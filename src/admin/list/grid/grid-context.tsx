import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { GridStore } from './grid-store.ts';
import type { RowKeys } from './rows/use-row-tools.ts';
import type { Editing } from './use-editing.ts';
import type { RowChoice } from './use-row-choice.ts';

/** What cells ask the grid to do. They call the commands of the last render through one object that never changes. */
type GridCommands = RowKeys &
  Pick<Editing, 'take' | 'leave' | 'cancel' | 'write'> &
  Pick<RowChoice, 'togglePage'> & {
    /** Chooses a row or not; with `isRange`, all rows since the last one chosen. */
    toggleRow: RowChoice['toggle'];
    /** Begins to drag a row by its tools, if the list stands in an order set by hand. */
    dragRow(row: number, event: PointerEvent<HTMLElement>): void;
    /** Opens the dialog in which the user types a new record, which has these files. */
    startRow(column?: number, typed?: string, files?: readonly File[]): void;
  };

type GridHandle = { store: GridStore; commands: RefObject<GridCommands> };

const GridContext = createContext<GridHandle | undefined>(undefined);

export const GridProvider = GridContext.Provider;

/** The same object for the life of the grid, so that reading it causes no render. */
export function useGrid(): GridHandle {
  const handle = useContext(GridContext);
  if (handle === undefined) throw new Error('useGrid must be used inside a <Grid>');
  return handle;
}

/** One object that never changes; its commands are always those of the last render. */
export function useGridHandle(store: GridStore, latest: GridCommands): GridHandle {
  const commands = useRef(latest);
  useLayoutEffect(() => {
    commands.current = latest;
  });
  return useMemo(() => ({ store, commands }), [store]);
}
