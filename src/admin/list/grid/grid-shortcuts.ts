import type { RowKeys } from './rows/use-row-tools.ts';
import type { KeyboardEvent } from 'react';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { rangeOf, shownValue, withMarks, type Range } from './grid-store.ts';
import type { Editing } from './use-editing.ts';
import type { GridView } from './use-grid-view.ts';
import type { CellChange } from './writing/create-writer.ts';

type Work = Pick<GridView, 'store' | 'table' | 'rows'> & {
  editing: Editing;
  copyMarkdown: () => void;
  /** Shows who set the value of the active cell. */
  showHistory: () => void;
};

/** Handles the keys that act on the chosen cells; true if the key was one of them. */
export function runCellShortcut(event: KeyboardEvent, work: Work): boolean {
  const key = nameOf(event);
  const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
  return shortcut?.(work) ?? false;
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
      const field = table.columns[column]?.field;
      const record = rows[row];
      if (field && record && editing.mayWrite({ row, column }))
        changes.push({ record, name: field.name, value: emptyOf(field) });
    }
  }
  if (changes.length > 0) editing.write(changes);
  return changes.length > 0;
}

type FillWork = Omit<Work, 'copyMarkdown' | 'showHistory'>;

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
  const { marks } = store.get();
  const changes: CellChange[] = [];
  for (let row = bottom + 1; row <= last; row += 1) {
    const source = rows[top + ((row - top) % (bottom - top + 1))];
    for (let column = left; column <= right; column += 1) {
      const name = table.columns[column]?.field.name;
      const record = rows[row];
      if (name !== undefined && record && source && editing.mayWrite({ row, column }))
        // The values as the cells show them, including those being saved.
        changes.push({
          record,
          name,
          value: shownValue(source, name, marks.get(String(source.id))?.[name]),
        });
    }
  }
  if (changes.length > 0) editing.write(changes);
}

/** Discards refused values; the cells show what is stored. */
function discard({ store, table, rows }: Work): boolean {
  const { active, marks } = store.get();
  const id = String(rows[active.row]?.id);
  const name = table.columns[active.column]?.field.name;
  const mark = name === undefined ? undefined : marks.get(id)?.[name];
  // A value that is being saved cannot be discarded by leaving it.
  if (name === undefined || !mark || mark.state === 'saving') return false;
  store.set({ marks: withMarks(marks, [{ id, name, mark: undefined }]) });
  return true;
}

/** Handles the keys for the row of the active cell; true if the key was one of them. */
export function runRowShortcut(event: KeyboardEvent, row: number, work: RowKeys): boolean {
  const key = nameOf(event);
  const does = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (row < 0 || does === undefined) return false;
  does(work, row, event.target as HTMLElement);
  return true;
}

const keys: Readonly<Record<string, (work: RowKeys, row: number, cell: HTMLElement) => void>> = {
  'Alt+Enter': (work, row) => work.openBeside(row),
  'Alt+ArrowDown': (work, row) => work.toggleLists(row, true),
  'Alt+ArrowUp': (work, row) => work.toggleLists(row, false),
  'Shift+F10': (work, row, cell) => work.openMenu(row, cell),
  ContextMenu: (work, row, cell) => work.openMenu(row, cell),
};
