import { useTranslate, type RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { useOpenRecord } from '../../../kit/open-record.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { GridStore } from '../grid-store.ts';
import type { RowWork } from './row-keys.ts';
import { useExpanded, type Expanded } from './use-expanded.ts';
import { useRowMenu, type RowMenuState } from './use-row-menu.ts';
import { useEffect, useRef, useCallback } from 'react';

export type Rows = {
  expanded: Expanded;
  menu: RowMenuState;
  work: RowWork;
  /** The record that is open beside the list. */
  openId: string | undefined;
  open(id: RaRecord['id']): void;
  focusActive(): void;
};

/** What can be done with whole rows: their lists, their menu, and opening them beside the list. */
export function useRows(
  store: GridStore,
  rows: readonly RaRecord[],
  scroller: HTMLElement | null,
): Rows {
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
