import { useTranslate, type RaRecord } from 'react-admin';
import { useEffect, useRef, useCallback, useState, type MouseEvent } from 'react';
import { displayTitle } from '../../../../descriptor/title.ts';
import { useOpenRecord } from '../../../kit/open-record.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useChildren } from '../../../record/children/use-children.ts';
import {
  type GridStore,
  cellOf,
  isInInput,
  placeOfCell,
  isInRange,
  rangeOf,
} from '../grid-store.ts';
import type { RowWork } from '../grid-shortcuts.ts';
import type { Panel } from '../use-windows.ts';

export type Rows = ReturnType<typeof useRows>;

/** What can be done with whole rows: their lists, their menu, and opening them beside the list. */
export function useRows(store: GridStore, rows: readonly RaRecord[], scroller: HTMLElement | null) {
  const { may, resource } = useResource();
  const translate = useTranslate();
  const expanded = useExpanded(rows);
  const menu = useRowMenu(store, rows);
  const focusActive = useFocusActive(store, scroller);
  const { id: openId, open } = useOpenRecord();
  useOpenRow(store, rows, openId, focusActive);
  const work: RowWork = {
    openBeside(row) {
      const record = rows[row];
      if (record && may('read')) open(record.id);
    },
    openMenu: (row, anchor) => menu.openAt(row, { anchor }),
    toggleLists(row, to) {
      const record = rows[row];
      if (!record) return;
      expanded.toggle(record, to);
      const said = translate('grid.said.lists', { title: displayTitle(resource, record) });
      store.set({ said: (to ?? !expanded.isOpen(record)) ? said : '' });
    },
  };
  return { expanded, menu, work, openId, open, focusActive };
}

/** The row of the record that is open beside the list is the active one, and has the focus once it is closed. */
function useOpenRow(
  store: GridStore,
  rows: readonly RaRecord[],
  open: string | undefined,
  focusActive: () => void,
): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (open === undefined) {
      if (before !== undefined) focusActive();
      return;
    }
    const row = rows.findIndex(({ id }) => String(id) === open);
    const { active } = store.get();
    if (row >= 0 && row !== active.row)
      store.set({ active: { row, column: active.column }, anchor: undefined });
  }, [store, rows, open, focusActive]);
}

/** Gives the focus back to the active cell, once what was open over the grid is gone. */
function useFocusActive(store: GridStore, scroller: HTMLElement | null): () => void {
  return useCallback(() => {
    requestAnimationFrame(() => {
      const { row, column } = store.get().active;
      const cell = `[data-row="${row}"][data-column="${column}"]`;
      scroller?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true });
    });
  }, [store, scroller]);
}

type Expanded = {
  /** Have records of this resource lists of their own? */
  isPossible: boolean;
  /** Of the rows that are opened, where they are and how high what stands below them is. */
  panels: readonly (Panel & { record: RaRecord })[];
  isOpen(record: RaRecord): boolean;
  /** Opens or closes what stands below a row; without `to` the one that it is not. */
  toggle(record: RaRecord, to?: boolean): void;
  measure(id: RaRecord['id'], height: number): void;
};

/** Until it is known how high it is. */
const GUESS = 132;

/**
 * The rows whose child lists are opened, by their records: in another order they are opened where
 * they are then.
 */
function useExpanded(rows: readonly RaRecord[]): Expanded {
  const isPossible = useChildren().length > 0;
  const [heights, setHeights] = useState<ReadonlyMap<RaRecord['id'], number>>(new Map());
  const panels =
    heights.size === 0
      ? []
      : rows.flatMap((record, row) => {
          const height = heights.get(record.id);
          return height === undefined ? [] : [{ record, row, height }];
        });
  return {
    isPossible,
    panels,
    isOpen: ({ id }) => heights.has(id),
    toggle({ id }, to) {
      const isToOpen = to ?? !heights.has(id);
      if (!isPossible || isToOpen === heights.has(id)) return;
      const next = new Map(heights);
      if (isToOpen) next.set(id, GUESS);
      else next.delete(id);
      setHeights(next);
    },
    measure: (id, height) =>
      setHeights((now) =>
        height === 0 || !now.has(id) || now.get(id) === height ? now : new Map(now).set(id, height),
      ),
  };
}

/** A menu hangs on what was pressed, or opens where the mouse is. */
export type MenuAt = { anchor: HTMLElement } | { top: number; left: number };

export type OpenedMenu = { record: RaRecord; at: MenuAt };

/** The menu of a row: by its button, the other button of the mouse, or the keyboard. */
function useRowMenu(store: GridStore, rows: readonly RaRecord[]) {
  const [menu, setMenu] = useState<OpenedMenu>();
  const openAt = (row: number, at: MenuAt): void => {
    const record = rows[row];
    if (record) setMenu({ record, at });
  };
  return {
    menu,
    openAt,
    close: () => setMenu(undefined),
    onContextMenu(event: MouseEvent): void {
      const cell = cellOf(event.target);
      // With Shift the browser's own comes; so it does where something is typed.
      if (cell === undefined || event.shiftKey || isInInput(event.target)) return;
      const place = placeOfCell(cell);
      if (place.row < 0) return;
      event.preventDefault();
      // What is chosen stays so, for what the menu does with it.
      if (!isInRange(place, rangeOf(store.get()))) store.set({ active: place, anchor: undefined });
      openAt(place.row, { top: event.clientY, left: event.clientX });
    },
  };
}
