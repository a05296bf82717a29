import { useTranslate, type RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { useOpenRecord } from '../../../kit/open-record.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { GridStore } from '../grid-store.ts';
import { useFocusActive } from '../../../grid/use-focus-active.ts';
import type { RowWork } from './row-keys.ts';
import { useExpanded, type Expanded } from './use-expanded.ts';
import { useOpenRow } from '../../../grid/rows/use-open-row.ts';
import { useRowMenu, type RowMenuState } from './use-row-menu.ts';

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
