import type { RowKeys } from './rows/use-row-tools.ts';
import type { KeyboardEvent } from 'react';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { markOf, rangeOf, setMarks, shownValue, type Range } from './grid-store.ts';
import { cellAt } from './grid-table.ts';
import type { Editing } from './use-editing.ts';
import type { GridView } from './use-grid-view.ts';
import type { CellChange } from './writing/read-changes.ts';

type Work = Pick<GridView, 'store' | 'table' | 'rows'> & {
  editing: Editing;
  copyMarkdown: () => void;
  /** Shows who set the value of the active cell. */
  showHistory: () => void;
  /** Shows the comments of the active cell. */
  comment: () => void;
};

/** Handles the keys that act on the chosen cells; true if the key was one of them. */
export function runCellShortcut(event: KeyboardEvent, work: Work): boolean {
  return shortcuts[nameOf(event)]?.(work) ?? false;
}

/** `Ctrl+Shift+z`; on a Mac the command key counts as Ctrl. */
function nameOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const held = [
    (ctrlKey || metaKey) && 'Ctrl',
    altKey && 'Alt',
    // With Shift a letter comes as a capital; the name has the small letter.
    shiftKey && 'Shift',
  ].filter(Boolean);
  return [...held, key.length === 1 ? key.toLowerCase() : key].join('+');
}

const shortcuts: Readonly<Record<string, (work: Work) => boolean>> = {
  Delete: clearCells,
  Backspace: clearCells,
  Escape: discard,
  'Ctrl+d': fillDown,
  'Ctrl+Shift+c': ({ copyMarkdown }) => did(copyMarkdown()),
  'Shift+F2': ({ showHistory }) => did(showHistory()),
  'Ctrl+Shift+F2': ({ comment }) => did(comment()),
  'Ctrl+z': ({ editing }) => did(editing.undo()),
  'Ctrl+y': ({ editing }) => did(editing.redo()),
  'Ctrl+Shift+z': ({ editing }) => did(editing.redo()),
};

function did(_: void): true {
  return true;
}

/** Empties the chosen cells that the user may write. */
export function clearCells({ store, table, rows, editing }: FillWork): boolean {
  const { top, bottom, left, right } = rangeOf(store.get());
  const changes: CellChange[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const cell = cellAt({ table, rows }, { row, column });
      if (!cell || !editing.mayWrite({ row, column })) continue;
      const { record, field } = cell;
      // The sign of a bound would else wait for the next number.
      const emptied = editing.writtenWith(field).filter((each) => each === field || !each.required);
      for (const each of emptied) changes.push({ record, name: each.name, value: emptyOf(each) });
    }
  }
  if (changes.length > 0) editing.write(changes);
  return changes.length > 0;
}

type FillWork = Omit<Work, 'copyMarkdown' | 'showHistory' | 'comment'>;

/** Copies the first chosen row into the chosen rows below it. */
export function fillDown(work: FillWork): boolean {
  const range = rangeOf(work.store.get());
  fillBelow(work, { ...range, bottom: range.top }, range.bottom);
  // The browser would use the key for a bookmark.
  return true;
}

/** Repeats the rows of a range in the rows below it, down to `last`. */
export function fillBelow({ store, table, rows, editing }: FillWork, from: Range, last: number) {
  const { top, bottom, left, right } = from;
  const changes: CellChange[] = [];
  for (let row = bottom + 1; row <= last; row += 1) {
    const source = rows[top + ((row - top) % (bottom - top + 1))];
    for (let column = left; column <= right; column += 1) {
      const field = table.columns[column]?.field;
      const record = rows[row];
      if (!field || !record || !source || !editing.mayWrite({ row, column })) continue;
      for (const { name } of editing.writtenWith(field))
        // The values as the cells show them, including those being saved.
        changes.push({
          record,
          name,
          value: shownValue(source, name, markOf(store.get(), source, name)),
        });
    }
  }
  if (changes.length > 0) editing.write(changes);
}

/** Discards refused values; the cells show what is stored. */
function discard({ store, table, rows }: Work): boolean {
  const cell = cellAt({ table, rows }, store.get().active);
  const mark = cell && markOf(store.get(), cell.record, cell.field.name);
  // A value that is being saved cannot be discarded by leaving it.
  if (!mark || mark.state === 'saving') return false;
  setMarks(store, [{ id: String(cell.record.id), name: cell.field.name, mark: undefined }]);
  return true;
}

/** Handles the keys for the row of the active cell; true if the key was one of them. */
export function runRowShortcut(event: KeyboardEvent, row: number, work: RowWork): boolean {
  const shortcut = keys[nameOf(event)];
  if (row < 0 || !shortcut) return false;
  shortcut(work, row, event.target as HTMLElement);
  return true;
}

type RowWork = RowKeys & {
  /** Moves the record by so many places, if the list stands in an order set by hand. */
  moveRow(row: number, by: number): void;
};

const keys: Readonly<Record<string, (work: RowWork, row: number, cell: HTMLElement) => void>> = {
  'Alt+Enter': (work, row) => work.openBeside(row),
  'Alt+ArrowDown': (work, row) => work.toggleLists(row, true),
  'Alt+ArrowUp': (work, row) => work.toggleLists(row, false),
  'Alt+Shift+ArrowDown': (work, row) => work.moveRow(row, 1),
  'Alt+Shift+ArrowUp': (work, row) => work.moveRow(row, -1),
  'Shift+F10': (work, row, cell) => work.openMenu(row, cell),
  ContextMenu: (work, row, cell) => work.openMenu(row, cell),
};
