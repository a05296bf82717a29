import { useState } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { linkColumn } from '../../kit/link-column.ts';
import { usePrint } from '../../kit/use-print.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { LayoutView } from './columns/use-layout.ts';
import { FILTER_ROW, HEAD, leadWidth, rowHeight } from './density.ts';
import { useEndless, useSeen } from './endless/endless-rows.ts';
import { createGridStore } from './grid-store.ts';
import type { Extent } from './move.ts';
import { toRowTops } from './row-tops.ts';
import { useRows } from './rows/use-rows.ts';
import { useActiveInSight } from './use-active-in-sight.ts';
import { useGridTable } from './use-grid-table.ts';
import { useHeldRows } from './use-held-rows.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useWidth } from './use-width.ts';
import { useWindows } from './use-windows.ts';

const none: readonly RaRecord[] = [];

export type GridView = ReturnType<typeof useGridView>;

/** What the grid draws and where: its records, its columns, and the window of them that is in sight. */
export function useGridView(
  layout: LayoutView,
  isSelectable: boolean,
  scroller: HTMLElement | null,
) {
  const { resource } = useResource();
  const { data: read = none, page, perPage, sort, filterValues } = useListContext();
  const width = useWidth(scroller);
  const [store] = useState(createGridStore);
  const question = JSON.stringify([sort, filterValues, page, perPage]);
  const { rows, waiting } = useHeldRows(store, read, question);
  const records = useRows(store, rows, scroller);
  const { isPossible, panels } = records.expanded;
  const lead = leadWidth(isSelectable, isPossible);
  const table = useGridTable(layout.shown, layout.columns, width, lead);
  const choice = useRowChoice();
  const link = linkColumn(resource, layout.shown);
  const height = rowHeight(layout.density);

  const [names, setNames] = useState(HEAD);
  const head = names + (layout.hasFilterRow ? FILTER_ROW : 0);
  /** Rows of an endless list that are on their way. */
  const coming = useEndless()?.waiting ?? 0;
  const tops = toRowTops(rows.length + coming, height, panels);
  const windows = useWindows({
    scroller,
    store,
    table,
    rowHeight: height,
    tops,
    rows: rows.length + coming,
    isWhole: usePrint(),
    head,
  });
  const extent: Extent = {
    rows: rows.length,
    columns: table.columns.length,
    page: Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - head) / height) - 1),
  };
  useSeen(windows);
  useActiveInSight(store, windows, table, extent);
  return {
    store,
    rows,
    waiting,
    records,
    table,
    choice,
    link,
    coming,
    tops,
    windows,
    extent,
    width,
    lead,
    height,
    names,
    setNames,
  };
}
