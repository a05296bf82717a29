import type { RaRecord } from 'react-admin';
import { valueAt } from '../../../descriptor/column-field.ts';
import { createSignal } from '../../client/page-state.ts';

/** A cell by its row on the page (-1: the head) and its column (-1: the checkboxes). */
export type CellRef = { row: number; column: number };

/** A rectangle of cells, including its edges. */
export type Range = { top: number; bottom: number; left: number; right: number };

/** A key pressed, or a text pasted, before the input was open. */
export type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'> & { text?: string };

/** The cell being edited; `typed` is the letter that opened it. */
type Editing = {
  id: string;
  name: string;
  typed: string | undefined;
  /** What arrived before the input was open, in order. It grows without a render; undefined once the input is open. */
  waiting: Press[] | undefined;
};

export type GridState = {
  /** The one cell that Tab reaches. */
  active: CellRef;
  /** The corner where the range started; the active cell is the opposite one. */
  anchor: CellRef | undefined;
  editing: Editing | undefined;
  /** The cell that Tab has moved to, and the column in which the user started; Enter returns to it. */
  tabbed: { to: CellRef; column: number } | undefined;
  /** What cells show instead of the stored values. */
  marks: Marks;
  /** The comments of records and of their cells, by record. */
  comments: ReadonlyMap<string, RecordComments>;
  /** The last announcement for screen readers, such as why a value was refused. */
  announcement: string;
  /** The active cell takes the focus wherever it is, because the element that had it is gone. */
  isGrabbing: boolean;
  /** The active cell moves with its record, and nobody asked to see it. */
  isFollowing: boolean;
};

/**
 * The state of the grid that changes with each key. It lives outside React's state, so that a move
 * renders the two rows concerned and none of the other thousand.
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
    comments: new Map(),
    announcement: '',
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

/** The column in which the user started to move by Tab; undefined once they moved in another way. */
export function tabStartColumn({ active, tabbed }: GridState): number | undefined {
  const isThere = tabbed?.to.row === active.row && tabbed.to.column === active.column;
  return isThere ? tabbed.column : undefined;
}

/** The chosen cells: those between the anchor and the active cell, or that cell alone. */
export function rangeOf({ active, anchor }: GridState): Range {
  const other = anchor ?? active;
  return {
    top: Math.max(0, Math.min(active.row, other.row)),
    bottom: Math.max(active.row, other.row),
    left: Math.max(0, Math.min(active.column, other.column)),
    right: Math.max(active.column, other.column),
  };
}

export function isInRange({ row, column }: CellRef, { top, bottom, left, right }: Range): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export function sizeOfRange({ top, bottom, left, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** What a cell shows instead of the stored value: one being saved, one refused, or one in conflict with another user. */
export type CellMark =
  | { state: 'saving'; value: unknown; progress?: string }
  | { state: 'failed'; value: unknown; said: string; unsent?: Unsent }
  | { state: 'conflict'; value: unknown; theirs: unknown; version: number };

/**
 * For a value that the server may accept later: the record as the user saw it, and the milliseconds until the grid sends
 * it again; without `wait` it is being sent. `paste`: the change set of the paste to which it belongs.
 */
type Unsent = { record: RaRecord; wait?: number; paste?: string };

/** The value a cell shows: one being saved or refused, else the record's. */
export function shownValue(
  record: Readonly<Record<string, unknown>>,
  name: string,
  mark: CellMark | undefined,
): unknown {
  return mark ? mark.value : valueAt(record, name);
}

/** What a cell or a row shows of its comments; `text` says it in words. */
export type CommentMark = { text: string; count: number; isOpen: boolean };

/** The comments of a record as a whole, and of its cells by field name. */
export type RecordComments = {
  whole: CommentMark;
  cells: Readonly<Record<string, CommentMark>>;
};

/** The marks of one record by field name. Each change makes a new object. */
export type RecordMarks = Readonly<Record<string, CellMark>>;

export type Marks = ReadonlyMap<string, RecordMarks>;

export function markOf({ marks }: GridState, { id }: RaRecord, name: string): CellMark | undefined {
  return marks.get(String(id))?.[name];
}

/** A record with the values that its cells show. It stays the same object if all are stored. */
export function shownRecord(record: RaRecord, marks: RecordMarks | undefined): RaRecord {
  const values = Object.entries(marks ?? {}).map(([name, { value }]) => [name, value] as const);
  return values.length === 0 ? record : { ...record, ...Object.fromEntries(values) };
}

/** What a cell gets as its mark; undefined removes it. */
export type MarkChange = { id: string; name: string; mark: CellMark | undefined };

export function setMarks(store: GridStore, changes: readonly MarkChange[]): void {
  const next = new Map(store.get().marks);
  for (const { id, name, mark } of changes) {
    const { [name]: _, ...others } = next.get(id) ?? {};
    const record = mark === undefined ? others : { ...others, [name]: mark };
    if (Object.keys(record).length === 0) next.delete(id);
    else next.set(id, record);
  }
  store.set({ marks: next });
}

/** The cell in which an event happened; undefined outside all cells. */
export function cellOf(target: EventTarget | null): HTMLElement | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-column]') ?? undefined;
}

export function refOfCell({ dataset }: HTMLElement): CellRef {
  return { row: Number(dataset['row']), column: Number(dataset['column']) };
}

/** Whether the key or click belongs to an element, in a cell or below a row, that has its own use for it. */
export function isInInput(target: EventTarget | null): boolean {
  const element = target as Element | null;
  if (element?.closest?.('.g-panel')) return true;
  const input = element?.closest?.('input, textarea, select, [role="combobox"], [contenteditable]');
  return input !== null && input !== undefined && input.getAttribute('type') !== 'checkbox';
}
