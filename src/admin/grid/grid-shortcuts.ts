import type { KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { emptyOf } from '../../descriptor/field-check.ts';
import { withMarks } from './cell-mark.ts';
import { rangeOf, type GridStore } from './grid-store.ts';
import type { Editing } from './use-editing.ts';
import type { GridTable } from './use-grid-table.ts';
import type { CellChange } from './writing/create-writer.ts';

export type Work = {
  store: GridStore;
  table: GridTable;
  rows: readonly RaRecord[];
  editing: Editing;
  copyMarkdown: () => void;
};

/** Keys that do something with the chosen cells; true when it was one. */
export function press(event: KeyboardEvent, work: Work): boolean {
  const key = nameOf(event);
  const shortcut = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
  return shortcut?.(work) ?? false;
}

/** `Ctrl+Shift+z`; the command key of a Mac is its Ctrl. */
export function nameOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const held = [
    (ctrlKey || metaKey) && 'Ctrl',
    altKey && 'Alt',
    // A letter says by itself whether Shift was held; it is named as without.
    shiftKey && 'Shift',
  ].filter(Boolean);
  return [...held, key.length === 1 ? key.toLowerCase() : key].join('+');
}

const shortcuts: Readonly<Record<string, (work: Work) => boolean>> = {
  Delete: clear,
  Backspace: clear,
  Escape: discard,
  'Ctrl+d': fillDown,
  'Ctrl+Shift+c': ({ copyMarkdown }) => did(copyMarkdown()),
  'Ctrl+z': ({ editing }) => did(editing.undo()),
  'Ctrl+y': ({ editing }) => did(editing.redo()),
  'Ctrl+Shift+z': ({ editing }) => did(editing.redo()),
};

function did(_: void): true {
  return true;
}

/** Empties the chosen cells, those of them that can be written. */
export function clear({ store, table, rows, editing }: Omit<Work, 'copyMarkdown'>): boolean {
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

/** The first chosen row goes into the chosen rows below it. */
export function fillDown({ store, table, rows, editing }: Omit<Work, 'copyMarkdown'>): boolean {
  const { top, bottom, left, right } = rangeOf(store.get());
  const from = rows[top];
  const changes: CellChange[] = [];
  for (let row = top + 1; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const name = table.columns[column]?.field.name;
      const record = rows[row];
      if (name !== undefined && record && from && editing.mayWrite({ row, column }))
        changes.push({ record, name, value: from[name] });
    }
  }
  if (changes.length > 0) editing.write(changes);
  // The browser's own use of the key would be to bookmark the page.
  return true;
}

/** What was refused is forgotten, and the cell shows what is stored. */
function discard({ store, table, rows }: Work): boolean {
  const { active, marks } = store.get();
  const id = String(rows[active.row]?.id);
  const name = table.columns[active.column]?.field.name;
  if (name === undefined || !marks.get(id)?.[name]) return false;
  store.set({ marks: withMarks(marks, [{ id, name, mark: undefined }]) });
  return true;
}
