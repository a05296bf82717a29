import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range as Window,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo } from 'react';
import type { GridColumn } from './grid-columns.ts';
import type { GridStore } from './grid-store.ts';
import type { GridTable } from './use-grid-table.ts';

type WindowsProps = {
  scroller: HTMLElement | null;
  store: GridStore;
  table: GridTable;
  rows: number;
  rowHeight: (row: number) => number;
  /** Paper has no window: everything is drawn. */
  isWhole: boolean;
  /** How high what sticks to the top is. */
  head: number;
};

export type Windows = {
  rows: readonly { index: number; start: number }[];
  height: number;
  /** The columns of the middle that are in sight, the same list while they are the same. */
  middle: readonly GridColumn[];
  scrollTo(row: number, column: GridColumn | undefined): void;
};

/** Which rows and columns are drawn: those in sight, a few around them, and the active cell's, which holds the focus. */
export function useWindows(props: WindowsProps): Windows {
  const { scroller, store, table, rows, rowHeight, isWhole, head } = props;
  const { middle } = table;
  // oxlint-disable-next-line react/incompatible-library -- its answers are asked for at each drawing
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: rowHeight,
    overscan: 6,
    // The head covers the first rows' place, so the last ones stop short of the edge by as much.
    scrollPaddingEnd: head,
    rangeExtractor: (window) => withActive(window, store.get().active.row),
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: middle.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => middle[index]!.width,
    overscan: 2,
    scrollPaddingEnd: table.leftWidth + table.rightWidth,
    rangeExtractor: (window) => withActive(window, store.get().active.column - table.left.length),
  });
  useLayoutEffect(() => vertical.measure(), [vertical, rowHeight]);
  useLayoutEffect(() => horizontal.measure(), [horizontal, middle]);

  const inSight = isWhole ? 'all' : horizontal.getVirtualIndexes().join(' ');
  const shown = useMemo(
    () => (inSight === 'all' ? middle : pick(middle, inSight)),
    [middle, inSight],
  );
  return {
    rows: isWhole
      ? Array.from({ length: rows }, (_, index) => ({ index, start: startOf(index, rowHeight) }))
      : vertical.getVirtualItems(),
    height: vertical.getTotalSize(),
    middle: shown,
    scrollTo(row, column) {
      if (row >= 0) vertical.scrollToIndex(row, { align: 'auto' });
      if (column && !column.pin) horizontal.scrollToIndex(column.index - table.left.length);
    },
  };
}

function withActive(window: Window, active: number): number[] {
  const indexes = defaultRangeExtractor(window);
  if (active < 0 || active >= window.count || indexes.includes(active)) return indexes;
  return [...indexes, active].sort((a, b) => a - b);
}

function pick(columns: readonly GridColumn[], indexes: string): readonly GridColumn[] {
  if (indexes === '') return [];
  return indexes.split(' ').flatMap((index) => columns[Number(index)] ?? []);
}

function startOf(index: number, rowHeight: (row: number) => number): number {
  let start = 0;
  for (let row = 0; row < index; row += 1) start += rowHeight(row);
  return start;
}
