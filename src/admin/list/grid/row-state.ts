import { useSyncExternalStore } from 'react';
import type { RecordMarks } from './cell-mark.ts';
import { useGrid } from './grid-context.tsx';
import { rangeOf, sizeOfRange, type GridState } from './grid-store.ts';

type RowState = {
  /** The active column, where the active cell is in this row. */
  active: number | undefined;
  /** The columns of this row that are in the range; only where more than one cell is chosen. */
  left: number;
  right: number;
  /** The column of the last chosen cell, where that is in this row. */
  corner: number | undefined;
  /** The field that is being written, where it is of this record. */
  editing: string | undefined;
  typed: string | undefined;
  marks: RecordMarks;
};

/** What the grid's state says of one row; a row is drawn anew when that differs, and not before. */
export function useRowState(row: number, id = ''): RowState {
  const { store } = useGrid();
  const key = useSyncExternalStore(store.subscribe, () => toKey(store.get(), row));
  const marks = useSyncExternalStore(store.subscribe, () => store.get().marks.get(id));
  const editing = useSyncExternalStore(store.subscribe, () => editingOf(store.get(), id));
  const [active = '', left = '', right = '', corner = ''] = key.split(' ');
  return {
    editing: editing?.name,
    typed: editing?.typed,
    marks: marks ?? noMarks,
    active: active === '' ? undefined : Number(active),
    left: Number(left),
    right: Number(right),
    corner: corner === '' ? undefined : Number(corner),
  };
}

function editingOf({ editing }: GridState, id: string): GridState['editing'] {
  return editing?.id === id ? editing : undefined;
}

const noMarks: RecordMarks = {};

// Texts are equal when they say the same, which is what a snapshot has to be.
function toKey(state: GridState, row: number): string {
  const active = state.active.row === row ? state.active.column : '';
  const range = rangeOf(state);
  const isIn = row >= range.top && row <= range.bottom && sizeOfRange(range) > 1;
  const corner = row === range.bottom ? range.right : '';
  return isIn ? `${active} ${range.left} ${range.right} ${corner}` : `${active} -2 -2 ${corner}`;
}
