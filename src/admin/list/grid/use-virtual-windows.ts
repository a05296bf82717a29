import { useMemo, useSyncExternalStore, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { columnToShow } from './columns/column-to-show.ts';
import type { GridColumn, GridTable } from './grid-table.ts';
import type { GridStore, CellRef } from './grid-store.ts';
import { clampCell, type Bounds } from './use-grid-keys.ts';

type VirtualWindowsProps = {
  scroller: HTMLElement | null;
  store: GridStore;
  table: GridTable;
  rows: number;
  rowHeight: number;
  tops: RowTops;
  /** Paper has no window, so everything is drawn. */
  isWhole: boolean;
  /** The height of what sticks to the top. */
  head: number;
};

export type VirtualWindows = {
  /** The visible rows: from this one to before `last`. */
  first: number;
  last: number;
  rows: readonly { index: number; start: number }[];
  height: number;
  /** The visible columns of the middle; the list stays the same while they are the same. */
  middle: readonly GridColumn[];
  scrollTo(row: number, column: GridColumn | undefined): void;
};

/** Rows and pixels of columns that are drawn beyond the visible edges. */
const SPARE_ROWS = 8;
const SPARE_WIDTH = 300;

/**
 * Which rows and columns to draw: the visible ones, a few around them, and those of the active cell,
 * which holds the focus. Row positions can be calculated, so this needs no library.
 */
export function useVirtualWindows(props: VirtualWindowsProps): VirtualWindows {
  const { scroller, store, table, rows, rowHeight, tops, isWhole, head } = props;
  const { middle, leftWidth, rightWidth } = table;
  const active = () => store.get().active;
  // A text stays equal while the same cells are visible, so scrolling within them renders nothing. It is one text,
  // because the browser would calculate the layout between two.
  const visible = useSyncExternalStore(listenTo(scroller), () => {
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = viewOf(scroller);
    const first = Math.max(0, tops.at(scrollTop) - SPARE_ROWS);
    const last = Math.min(rows, tops.at(scrollTop + clientHeight) + 1 + SPARE_ROWS);
    const [from, to] = [scrollLeft - SPARE_WIDTH, scrollLeft + clientWidth + SPARE_WIDTH];
    const columns = middle.filter(({ offset, width }) => offset + width > from && offset < to);
    return `${first} ${last} | ${columns.map(({ index }) => index).join(' ')}`;
  });
  const across = visible.replace(/^.* \| /, '');
  const activeColumn = useSyncExternalStore(store.subscribe, () => active().column);
  const shown = useMemo(() => {
    const indexes = new Set(across.split(' ').map(Number));
    return middle.filter(
      ({ index }) => isWhole || index === activeColumn || (across !== '' && indexes.has(index)),
    );
  }, [middle, across, activeColumn, isWhole]);

  const [first = 0, last = 0] = isWhole ? [0, rows] : visible.split(' ').slice(0, 2).map(Number);
  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const { row } = active();
  if (row >= 0 && row < rows && (row < first || row >= last)) indexes.push(row);
  return {
    first,
    last,
    rows: indexes.map((index) => ({ index, start: tops.top(index) })),
    height: tops.height,
    middle: shown,
    scrollTo(to, column) {
      if (!scroller) return;
      if (to >= 0)
        show(scroller, 'scrollTop', tops.top(to), rowHeight, scroller.clientHeight - head);
      const room = scroller.clientWidth - leftWidth - rightWidth;
      if (column && !column.pin) show(scroller, 'scrollLeft', column.offset, column.width, room);
    },
  };
}

/** Scrolls just far enough to show something, and not at all if it is visible. */
function show(
  element: HTMLElement,
  way: 'scrollTop' | 'scrollLeft',
  start: number,
  size: number,
  room: number,
): void {
  const now = element[way];
  const next = start < now ? start : Math.max(now, start + size - room);
  if (next !== now) element[way] = next;
}

function listenTo(scroller: HTMLElement | null): (listener: () => void) => () => void {
  if (!scroller) return nowhere;
  let listen = listeners.get(scroller);
  if (!listen) {
    listen = (listener) => {
      const read = (): void => {
        const view = readView(scroller);
        scroller.toggleAttribute('data-across', view.scrollLeft !== 0);
        listener();
      };
      // The pinned cells stick before the browser scrolls to the side.
      const stick = ({ deltaX, shiftKey }: WheelEvent): void => {
        if (deltaX !== 0 || shiftKey) scroller.toggleAttribute('data-across', true);
      };
      const sizes = new ResizeObserver(read);
      sizes.observe(scroller);
      scroller.addEventListener('scroll', read, { passive: true });
      scroller.addEventListener('wheel', stick, { passive: true });
      return () => {
        sizes.disconnect();
        scroller.removeEventListener('scroll', read);
        scroller.removeEventListener('wheel', stick);
      };
    };
    listeners.set(scroller, listen);
  }
  return listen;
}

// The same function for the same element, or React would subscribe again at each render.
const listeners = new WeakMap<HTMLElement, (listener: () => void) => () => void>();

const nowhere = () => () => undefined;

type View = Pick<HTMLElement, 'scrollTop' | 'scrollLeft' | 'clientWidth' | 'clientHeight'>;

const noView: View = { scrollTop: 0, scrollLeft: 0, clientWidth: 0, clientHeight: 0 };

const views = new WeakMap<HTMLElement, View>();

/** As it was at the last event: read while rows are being drawn, the browser would calculate their layout each time. */
export function viewOf(scroller: HTMLElement | null): View {
  return scroller ? (views.get(scroller) ?? readView(scroller)) : noView;
}

function readView(scroller: HTMLElement): View {
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = scroller;
  const view = { scrollTop, scrollLeft, clientWidth, clientHeight };
  views.set(scroller, view);
  return view;
}

/** Scrolls to the active cell when it moves and to a column that is asked for, and moves it into the grid when its row or column is gone. */
export function useKeepActiveVisible(
  store: GridStore,
  windows: VirtualWindows,
  table: GridTable,
  extent: Bounds,
): void {
  const showCell = useEffectEvent(({ row, column }: CellRef) =>
    windows.scrollTo(row, table.columns[column]),
  );
  useLayoutEffect(() => {
    let last = store.get().active;
    return store.subscribe(() => {
      const { active, isFollowing } = store.get();
      if (active !== last && !isFollowing) showCell(active);
      last = active;
    });
  }, [store]);
  const showColumn = useEffectEvent((name: string) =>
    windows.scrollTo(
      -1,
      table.columns.find(({ field }) => field.name === name),
    ),
  );
  useEffect(() => columnToShow.listen((name) => showColumn(name)), []);
  const { rows, columns, empty = false } = extent;
  useLayoutEffect(() => {
    const { active } = store.get();
    const inside = clampCell(active, { rows: Math.max(rows, 1), columns, page: 1, empty });
    if (inside.row !== active.row || inside.column !== active.column)
      store.set({ active: inside, anchor: undefined });
  }, [store, rows, columns, empty]);
}

/** An open row and the height of what is below it. */
export type Panel = { row: number; height: number };

/** The positions of rows, in pixels from the first one. */
export type RowTops = {
  top(row: number): number;
  /** The row at a height; a panel belongs to the row above it. */
  at(y: number): number;
  /** The height of all rows together. */
  height: number;
};

/** All rows have one height, except the few with a panel below. */
export function toRowTops(rows: number, rowHeight: number, panels: readonly Panel[]): RowTops {
  const sorted = panels.filter(({ row }) => row < rows).sort((a, b) => a.row - b.row);
  const top = (row: number): number =>
    row * rowHeight + sorted.reduce((sum, panel) => sum + (panel.row < row ? panel.height : 0), 0);
  return {
    top,
    at(y) {
      let above = 0;
      for (const { row, height } of sorted) {
        const panel = (row + 1) * rowHeight + above;
        if (y < panel) break;
        if (y < panel + height) return row;
        above += height;
      }
      return Math.max(0, Math.floor((y - above) / rowHeight));
    },
    height: top(rows),
  };
}
