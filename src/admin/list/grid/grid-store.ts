import { valueAt } from '../../../descriptor/column-field.ts';
import { createSignal } from '../../client/page-state.ts';

/** A cell by its row on the page (-1: the head) and its column (-1: the checkboxes). */
export type Place = { row: number; column: number };

/** A rectangle of cells, its edges included. */
export type Range = { top: number; bottom: number; left: number; right: number };

/** A key that was pressed, or a text that was pasted, before the input was there. */
export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'> & { text?: string };

/** What is typed into a cell: `typed` is the letter that opened it. */
type Editing = {
  id: string;
  name: string;
  typed: string | undefined;
  /** What came before the input was open, in order. It grows without a drawing; undefined once the input is open. */
  waiting: Press[] | undefined;
};

export type GridState = {
  /** The one cell that Tab reaches. */
  active: Place;
  /** Where the range began whose other corner is the active cell. */
  anchor: Place | undefined;
  editing: Editing | undefined;
  /** Where Tab has led on to from cell to cell, and the column it began in, to which Enter leads back. */
  tabbed: { to: Place; column: number } | undefined;
  /** What cells show in place of what is stored. */
  marks: Marks;
  /** The last thing to be said aloud, such as why a value was refused. */
  said: string;
  /** The focus comes to the active cell wherever it is: what had it is gone. */
  isGrabbing: boolean;
  /** The active cell goes where its record has gone, and nobody asked to see it. */
  isFollowing: boolean;
};

/**
 * What of the grid changes with each key. It lives outside React's state, so that a move
 * draws the two rows it concerns and none of the other thousand.
 */
export type GridStore = {
  get(): GridState;
  set(change: Partial<GridState>): void;
  subscribe(listener: () => void): () => void;
};

export function createGridStore(): GridStore {
  let state: GridState = {
    active: { row: 0, column: 0 },
    anchor: undefined,
    editing: undefined,
    tabbed: undefined,
    marks: new Map(),
    said: '',
    isGrabbing: false,
    isFollowing: false,
  };
  const changes = createSignal();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      changes.send();
    },
    subscribe: changes.listen,
  };
}

/** The column in which one began to go on by Tab; undefined once one has gone elsewhere. */
export function tabbedFrom({ active, tabbed }: GridState): number | undefined {
  const isThere = tabbed?.to.row === active.row && tabbed.to.column === active.column;
  return isThere ? tabbed.column : undefined;
}

/** The chosen cells: what lies between the anchor and the active cell, or that cell alone. */
export function rangeOf({ active, anchor }: GridState): Range {
  const other = anchor ?? active;
  return {
    top: Math.max(0, Math.min(active.row, other.row)),
    bottom: Math.max(active.row, other.row),
    left: Math.max(0, Math.min(active.column, other.column)),
    right: Math.max(active.column, other.column),
  };
}

export function isInRange({ row, column }: Place, { top, bottom, left, right }: Range): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export function sizeOfRange({ top, bottom, left, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** What a cell shows in place of the stored value: one on its way, one that was refused, or one somebody was faster with. */
export type CellMark =
  | { state: 'saving'; value: unknown }
  | { state: 'failed'; value: unknown; said: string }
  | { state: 'conflict'; value: unknown; theirs: unknown; version: number };

/** What a cell shows: a value that is being saved or was refused, else the record's. */
export function shownValue(
  record: Readonly<Record<string, unknown>>,
  name: string,
  mark: CellMark | undefined,
): unknown {
  return mark ? mark.value : valueAt(record, name);
}

/** Of one record, by the names of its fields. A new object for each change. */
export type RecordMarks = Readonly<Record<string, CellMark>>;

export type Marks = ReadonlyMap<string, RecordMarks>;

type CellName = { id: string; name: string };

/** The marks with some set anew; undefined takes one away. */
export function withMarks(
  marks: Marks,
  changes: readonly (CellName & { mark: CellMark | undefined })[],
): Marks {
  const next = new Map(marks);
  for (const { id, name, mark } of changes) {
    const { [name]: _, ...others } = next.get(id) ?? {};
    const record = mark === undefined ? others : { ...others, [name]: mark };
    if (Object.keys(record).length === 0) next.delete(id);
    else next.set(id, record);
  }
  return next;
}

/** The cell an event happened in; undefined outside of all. */
export function cellOf(target: EventTarget | null): HTMLElement | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-column]') ?? undefined;
}

export function placeOfCell({ dataset }: HTMLElement): Place {
  return { row: Number(dataset['row']), column: Number(dataset['column']) };
}

/** Does the key or the click belong to something in a cell, or below a row, that has its own use for it? */
export function isInInput(target: EventTarget | null): boolean {
  const element = target as Element | null;
  if (element?.closest?.('.g-panel')) return true;
  const input = element?.closest?.('input, textarea, select, [role="combobox"], [contenteditable]');
  return input !== null && input !== undefined && input.getAttribute('type') !== 'checkbox';
}
