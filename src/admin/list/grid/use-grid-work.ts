import { useEffect, useState } from 'react';
import type { LayoutView } from './columns/layout.ts';
import { useClipboard } from './clipboard/use-clipboard.ts';
import { useGridHandle } from './grid-context.tsx';
import { clearCells, fillDown } from './grid-shortcuts.ts';
import { rangeOf, type CellRef } from './grid-store.ts';
import type { CellCommands } from './rows/cell-menu-items.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useRowMoves } from './rows/use-row-order.ts';
import { useEditing } from './use-editing.ts';
import { useGridEvents } from './use-grid-events.ts';
import type { GridView } from './use-grid-view.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/type/field.ts';
import { cellAt } from './grid-table.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { writeThread } from '../../kit/beside/open-threads.ts';

export type GridWork = ReturnType<typeof useGridWork>;

/** What the user can do in the grid: edit cells, copy and paste them, and everything by keys and mouse. */
export function useGridWork(view: GridView, layout: LayoutView, scroller: HTMLElement | null) {
  const { store, rows, records, table, choice } = view;
  const { may } = useResource();
  const editing = useEditing(view);
  const clipboard = useClipboard(view, editing);
  const order = useRowMoves(rows);
  const handle = useGridHandle(store, {
    toggleRow: choice.toggle,
    togglePage: choice.togglePage,
    startRow: clipboard.startRow,
    ...records.work,
    dragRow: order.dragRow,
    take: editing.take,
    leave: editing.leave,
    cancel: editing.cancel,
    write: editing.write,
  });
  useSingleTabStop(scroller);
  const past = useValueHistory(view, scroller);
  const comment = useComment(view, scroller);
  const { events, peek, closePeek } = useGridEvents({
    view,
    editing,
    layout,
    copyMarkdown: clipboard.copyMarkdown,
    showHistory: past.show,
    comment: () => comment?.(),
    startRow: clipboard.startRow,
    moveRow: order.moveRow,
  });

  /** What a menu offers for the chosen cells; nothing if it was not opened on one. */
  const cellWork = (): CellCommands | undefined => {
    const { active } = store.get();
    if (active.column < 0) return undefined;
    const { top, bottom } = rangeOf(store.get());
    const { copy, paste } = clipboard;
    const news = may('create') ? { pasteNew: clipboard.pasteNew } : {};
    const seen = {
      copy,
      ...news,
      ...(past.isPossible(active) && { history: past.show }),
      ...(comment && { comment }),
    };
    if (!editing.mayWrite(active)) return seen;
    const work = { store, table, rows, editing };
    return {
      ...seen,
      paste,
      ...(bottom > top && { fill: () => void fillDown(work) }),
      clear: () => void clearCells(work),
      undo: editing.undo,
      redo: editing.redo,
    };
  };
  return { handle, editing, clipboard, order, cellWork, events, peek, closePeek, past };
}

/**
 * Tab reaches the grid once: its active cell. Links and buttons inside of cells, whoever draws them and
 * whenever, are reached from there; Tab walks only through the row of filters.
 */
function useSingleTabStop(grid: HTMLElement | null): void {
  useEffect(() => {
    if (!grid) return;
    const removeTabStops = (): void => {
      const inside = '.g-value :is(a, button, input):not([tabindex="-1"])';
      for (const element of grid.querySelectorAll<HTMLElement>(inside)) element.tabIndex = -1;
    };
    removeTabStops();
    const changes = new MutationObserver(removeTabStops);
    changes.observe(grid, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [grid]);
}

/** Opens the comments of the active cell. A column that is not an own field opens those of the record. */
function useComment({ store, table, rows }: GridView, scroller: HTMLElement | null) {
  const { resource, may } = useResource();
  if (!may('comment') || !may('read')) return undefined;
  const isOwn = (name: string | undefined) => name !== undefined && resource.fields.has(name);
  /** The cells of own fields in a range. */
  const cellsOf = ({ top, bottom, left, right }: ReturnType<typeof rangeOf>) => {
    const names = table.columns.slice(left, right + 1).map(({ field }) => field.name);
    return rows
      .slice(top, bottom + 1)
      .flatMap((record) =>
        record ? names.filter(isOwn).map((field) => ({ record: String(record.id), field })) : [],
      );
  };
  return (): void => {
    const { active } = store.get();
    const record = rows[active.row];
    const name = table.columns[active.column]?.field.name;
    if (!record) return;
    const field = isOwn(name) ? name : undefined;
    const of = { resource: resource.name, record: String(record.id) };
    const cells = cellsOf(rangeOf(store.get()));
    const about = cells.length > 1 ? { place: { cells } } : { field };
    // A menu gives the focus back to its cell first.
    requestAnimationFrame(() => {
      scroller?.querySelector<HTMLElement>(cellAtPlace(active))?.focus({ preventScroll: true });
      writeThread({ ...of, ...about, title: displayTitle(resource, record) });
    });
  };
}

type ShownHistory = { record: RaRecord; field: Field; at: DOMRect };

/** Shows at the active cell who set its value, and what it was before. */
function useValueHistory({ store, table, rows, records }: GridView, scroller: HTMLElement | null) {
  const { resource, may } = useResource();
  const [shown, setShown] = useState<ShownHistory>();
  /** Only fields that are stored have a past; a column can also be a part of an object. */
  const storedAt = (place: CellRef): Omit<ShownHistory, 'at'> | undefined => {
    const { record, field: shownField } = cellAt({ table, rows }, place) ?? {};
    const field = resource.fields.get(headOf(shownField?.name ?? ''));
    return record && field && !field.computed && may('history') ? { record, field } : undefined;
  };
  return {
    shown,
    isPossible: (place: CellRef): boolean => storedAt(place) !== undefined,
    show(): void {
      const { active } = store.get();
      const cell = scroller?.querySelector(cellAtPlace(active));
      const stored = storedAt(active);
      if (cell && stored) setShown({ ...stored, at: cell.getBoundingClientRect() });
    },
    close(): void {
      setShown(undefined);
      records.focusActive();
    },
  };
}

function cellAtPlace({ row, column }: CellRef): string {
  return `[data-row="${row}"][data-column="${column}"]`;
}
