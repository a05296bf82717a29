import type { RaRecord } from 'react-admin';
import { useEffect, useRef, useCallback, useState, type MouseEvent } from 'react';
import { displayTitle } from '../../../../descriptor/title.ts';
import { useOpenRecord } from '../../../kit/open-record.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useChildren } from '../../../record/children/use-children.ts';
import { type GridStore, cellOf, isInInput, refOfCell, isInRange, rangeOf } from '../grid-store.ts';
import { useTree } from '../tree/tree-rows.tsx';
import type { Panel } from '../use-virtual-windows.ts';
import { useTexts } from '../../../messages/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

/** What the user can do with a whole row. */
export type RowKeys = {
  /** Opens the record in the side panel. */
  openBeside(row: number): void;
  /** Opens the menu of the row at the pressed or focused element. */
  openMenu(row: number, anchor: HTMLElement): void;
  /** Opens or closes the child lists below the row. */
  toggleLists(row: number, to: boolean): void;
  /** Opens or closes the record in the tree. */
  toggleBranch(row: number, to: boolean): void;
};

export type RowTools = ReturnType<typeof useRowTools>;

/** What the user can do with whole rows: open their child lists, their menu, or the record in the side panel. */
export function useRowTools(
  store: GridStore,
  rows: readonly RaRecord[],
  scroller: HTMLElement | null,
) {
  const { may, resource } = useResource();
  const texts = useTexts('app');
  const expanded = useExpanded(rows);
  const tree = useTree();
  const menu = useRowMenu(store, rows);
  const focusActive = useFocusActive(store, scroller);
  const { id: openId, open } = useOpenRecord();
  useOpenRow(store, rows, openId, focusActive);
  const work: RowKeys = {
    openBeside(row) {
      const record = rows[row];
      if (record && may('read')) open(record.id);
    },
    openMenu: (row, anchor) => menu.openAt(row, { anchor }),
    toggleLists(row, to) {
      const record = rows[row];
      if (!record) return;
      expanded.toggle(record, to);
      const announcement = fillTemplate(texts.grid.said.lists, {
        title: displayTitle(resource, record),
      });
      store.set({ announcement: (to ?? !expanded.isOpen(record)) ? announcement : '' });
    },
    toggleBranch(row, to) {
      const record = rows[row];
      if (record) tree?.toggle(record, to);
    },
  };
  return { expanded, menu, work, openId, open, focusActive };
}

/** Makes the row of the record in the side panel the active one, and focuses it once the panel closes. */
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

/** Returns the focus to the active cell, once what was open over the grid is gone. */
function useFocusActive(store: GridStore, scroller: HTMLElement | null): () => void {
  return useCallback(() => {
    requestAnimationFrame(() => {
      const { row, column } = store.get().active;
      const cell = `[data-row="${row}"][data-column="${column}"]`;
      scroller?.querySelector<HTMLElement>(cell)?.focus({ preventScroll: true });
    });
  }, [store, scroller]);
}

/** The height of a panel in pixels until it is measured. */
const GUESS = 132;

/** The rows whose child lists are open. They are kept by record, so that a new order moves them along. */
function useExpanded(rows: readonly RaRecord[]) {
  const isPossible = useChildren().length > 0;
  const [heights, setHeights] = useState<ReadonlyMap<RaRecord['id'], number>>(new Map());
  const panels: readonly (Panel & { record: RaRecord })[] =
    heights.size === 0
      ? []
      : rows.flatMap((record, row) => {
          const height = heights.get(record.id);
          return height === undefined ? [] : [{ record, row, height }];
        });
  return {
    /** Whether records of this resource have child lists. */
    isPossible,
    panels,
    isOpen: ({ id }: RaRecord): boolean => heights.has(id),
    /** Opens or closes the panel below a row; without `to`, switches it. */
    toggle({ id }: RaRecord, to?: boolean): void {
      const isToOpen = to ?? !heights.has(id);
      if (!isPossible || isToOpen === heights.has(id)) return;
      const next = new Map(heights);
      if (isToOpen) next.set(id, GUESS);
      else next.delete(id);
      setHeights(next);
    },
    measure: (id: RaRecord['id'], height: number): void =>
      setHeights((now) =>
        height === 0 || !now.has(id) || now.get(id) === height ? now : new Map(now).set(id, height),
      ),
  };
}

/** A menu opens at the pressed element or at the mouse. */
export type MenuAt = { anchor: HTMLElement } | { top: number; left: number };

export type OpenedMenu = { record: RaRecord; at: MenuAt };

/** The menu of a row: by its button, by right click, or by the keyboard. */
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
      // With Shift, and in inputs, the browser's own menu opens.
      if (cell === undefined || event.shiftKey || isInInput(event.target)) return;
      const place = refOfCell(cell);
      if (place.row < 0) return;
      event.preventDefault();
      // A click inside the range keeps it, for what the menu does with it.
      if (!isInRange(place, rangeOf(store.get()))) store.set({ active: place, anchor: undefined });
      openAt(place.row, { top: event.clientY, left: event.clientX });
    },
  };
}
