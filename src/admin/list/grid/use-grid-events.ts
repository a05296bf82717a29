import {
  useEffect,
  useEffectEvent,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  useRef,
  type MouseEvent,
} from 'react';
import type { RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Field } from '../../../fields/type/field.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useSortBy } from '../../resource/list-changes.tsx';
import { isSortable } from '../../resource/sorting.ts';
import { useListState } from '../../resource/record-link.tsx';
import { useAsOf } from '../../kit/as-of.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { createComposer, type Composer } from './editing/compose.ts';
import { useHeadKeys } from './columns/head-events.ts';
import type { LayoutView } from './columns/layout.ts';
import { cellAt } from './grid-table.ts';
import { cellOf, markOf, refOfCell, shownValue, type CellRef } from './grid-store.ts';
import { fillBelow, runCellShortcut, runRowShortcut } from './grid-shortcuts.ts';
import { useGridKeys, type GridKeys } from './use-grid-keys.ts';
import type { Editing } from './use-editing.ts';
import { useGridMouse } from './use-grid-mouse.ts';
import { pressInTree } from './tree/tree-keys.ts';
import type { GridView } from './use-grid-view.ts';

type GridEventsProps = {
  view: GridView;
  editing: Editing;
  layout: LayoutView;
  copyMarkdown: () => void;
  showHistory: () => void;
  comment: () => void;
  startRow: (column?: number, typed?: string) => void;
  moveRow: (row: number, by: number) => void;
};

type Peeked = { peek: Peek; field: Field; value: unknown; record: RaRecord };

/** What the mouse and the keyboard do in the grid. */
export function useGridEvents(props: GridEventsProps) {
  const { view, editing, layout, copyMarkdown, showHistory, comment, startRow, moveRow } = props;
  const { store, table, rows, extent, choice, records } = view;
  const pressOnHead = useHeadKeys(store, layout);
  const { resource } = useResource();
  const sortBy = useSortBy();
  const asOf = useAsOf();
  const navigate = useNavigate();
  const state = useListState();
  const [isFocused, setFocused] = useState(false);
  const fieldAt = ({ column }: CellRef): Field | undefined => table.columns[column]?.field;

  const peeking = usePeek((place, cell) => {
    const field = fieldAt(place);
    return field !== undefined && (uiOf(field).peek === true || isCut(cell));
  });
  const enter = (place: CellRef, event: KeyboardEvent): boolean => {
    const field = fieldAt(place);
    if (place.row < 0) {
      if (place.column < 0) choice.togglePage();
      else if (field && isSortable(field)) sortBy(field.name, event.shiftKey);
      return true;
    }
    const record = rows[place.row];
    if (record === undefined) return startInEmptyRow(place);
    if (place.column < 0) return keys.choose(place.row, false);
    if (!event.ctrlKey && !event.metaKey && editing.edit(place)) return true;
    void navigate(toRecordPath(resource, record.id, asOf), { state });
    return true;
  };
  /** What is typed into the empty row becomes a new record; false in any other row. */
  const startInEmptyRow: GridKeys['edit'] = ({ row, column }, typed) => {
    const isThere = extent.empty === true && row === extent.rows;
    if (isThere) startRow(column, typed);
    return isThere;
  };
  const editOrExplain: GridKeys['edit'] = (place, typed) => {
    if (startInEmptyRow(place, typed)) return true;
    const isOpen = editing.edit(place, typed);
    if (!isOpen) editing.explain(place);
    return isOpen;
  };
  const keys: GridKeys = {
    edit: editOrExplain,
    enter,
    choose(row, isRange) {
      choice.toggle(row, isRange);
      return true;
    },
    peek() {
      const cell = document.activeElement;
      if (cell instanceof HTMLElement) peeking.keep(cell);
      return true;
    },
    other(event, place) {
      if (event.key !== ' ') peeking.close();
      const column = table.columns[place.column];
      if (place.row < 0) return column !== undefined && pressOnHead(event, column);
      if (runRowShortcut(event, place.row, { ...records.work, moveRow })) return true;
      const { tree, branches } = view;
      if (tree && pressInTree(event, place, { tree, rows, store, column: branches?.index ?? 0 }))
        return true;
      const work = { store, table, rows, editing };
      return runCellShortcut(event, { ...work, copyMarkdown, showHistory, comment });
    },
  };
  const onKeyDown = useGridKeys(store, () => extent, keys);
  const mouse = useGridMouse(store, {
    edit: (place) => void editOrExplain(place),
    fill: (from, last) => fillBelow({ store, table, rows, editing }, from, last),
  });

  const editComposed = useEffectEvent((text: string) => void keys.edit(store.get().active, text));
  const composer = useRef<Composer>(undefined);
  useEffect(() => {
    composer.current = createComposer((text) => editComposed(text));
    return () => composer.current?.detach();
  }, []);

  const onFocus = (event: FocusEvent): void => {
    setFocused(true);
    const cell = cellOf(event.target);
    if (cell === undefined) return composer.current?.detach();
    const place = refOfCell(cell);
    const isEmptyRow = extent.empty === true && place.row === extent.rows;
    const isWritable = isEmptyRow || editing.mayWrite(place);
    if (cell === event.target && isWritable && place.column >= 0) composer.current?.attach(cell);
    else composer.current?.detach();
    const { active } = store.get();
    if (place.row !== active.row || place.column !== active.column)
      store.set({ active: place, anchor: undefined });
  };
  const onBlur = (event: FocusEvent): void => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setFocused(false);
    if (!store.get().editing) store.set({ tabbed: undefined });
  };

  return {
    events: {
      onKeyDown,
      onFocus,
      onBlur,
      ...mouse,
      ...peeking.events,
      'data-focused': isFocused || undefined,
    },
    peek: toPeeked(peeking.peek),
    closePeek: peeking.close,
  };

  function toPeeked(peek: Peek | undefined): Peeked | undefined {
    const cell = peek && cellAt(view, peek.place);
    if (!cell) return undefined;
    const { record, field } = cell;
    const mark = markOf(store.get(), record, field.name);
    return { peek, field, record, value: shownValue(record, field.name, mark) };
  }
}

export type Peek = {
  place: CellRef;
  cell: DOMRect;
  /** Opened by a key: it stays and takes the focus. */
  isKept: boolean;
};

/** Milliseconds: a pointer that only passes opens nothing. */
const PAUSE = 450;

/** Shows the whole value of a cell that cuts it off, on pointing at it or by Space. */
function usePeek(isWorthIt: (place: CellRef, cell: HTMLElement) => boolean) {
  const [peek, setPeek] = useState<Peek>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const over = useRef<HTMLElement>(undefined);

  const close = (): void => {
    clearTimeout(timer.current);
    over.current = undefined;
    setPeek(undefined);
  };
  const show = (cell: HTMLElement, isKept = false): void =>
    setPeek({ place: refOfCell(cell), cell: cell.getBoundingClientRect(), isKept });

  return {
    peek,
    close,
    /** Opens the card for a cell at once, even if the pointer has opened it already. */
    keep(cell: HTMLElement): void {
      clearTimeout(timer.current);
      show(cell, true);
    },
    events: {
      onMouseMove(event: MouseEvent): void {
        const cell = cellOf(event.target);
        if (peek?.isKept || cell === over.current) return;
        close();
        over.current = cell;
        if (cell === undefined || event.buttons !== 0) return;
        const place = refOfCell(cell);
        if (place.row < 0 || place.column < 0 || !isWorthIt(place, cell)) return;
        timer.current = setTimeout(show, PAUSE, cell);
      },
      onMouseLeave(): void {
        if (!peek?.isKept) close();
      },
    },
  };
}

/** Whether the cell hides more of the value than it shows. */
function isCut(cell: HTMLElement): boolean {
  const parts = [...cell.querySelectorAll<HTMLElement>('.g-value, .g-value > *, .g-value > * > *')];
  return parts.some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
  );
}
