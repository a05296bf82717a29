import type { KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { isCommand } from '../../../kit/keys/key-press.ts';
import type { CellRef, GridStore } from '../grid-store.ts';
import type { TreeRows } from './plant-tree.ts';

type Pressed = {
  tree: TreeRows;
  rows: readonly RaRecord[];
  store: GridStore;
  /** The column that shows the tree. */
  column: number;
};

/**
 * The keys of a tree in the column that shows it and in the tools of a row (WAI-ARIA, Treegrid): right opens, left
 * closes or goes to the row above. True if the key was one of them; else it moves to the next cell.
 */
export function pressInTree(
  event: KeyboardEvent,
  place: CellRef,
  { tree, rows, store, column }: Pressed,
): boolean {
  const { key } = event;
  const record = rows[place.row];
  const branch = record && tree.branches.get(record.id);
  if (!branch || event.shiftKey || isCommand(event)) return false;
  if (![-1, column].includes(place.column)) return false;
  const toOther = { ArrowRight: false, ArrowLeft: true }[key];
  if (toOther !== undefined && branch.isOpen === toOther) {
    tree.toggle(record, !toOther);
    return true;
  }
  if (key !== 'ArrowLeft' || place.column !== column || branch.parent === undefined) return false;
  const row = rows.findIndex(({ id }) => String(id) === branch.parent);
  store.set({ active: { row, column }, anchor: undefined });
  return true;
}
