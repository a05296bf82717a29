import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { mayConfigure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { linkColumn } from '../../resource/record-link.tsx';
import { useAsOf } from '../../kit/as-of.ts';
import { usePrint } from '../../../fields/screen/use-print.ui.ts';
import { useResource } from '../../kit/use-resource.ts';
import { titleColumn, useContentWidths } from './columns/content-width.ts';
import type { LayoutView } from './columns/layout.ts';
import {
  FIGURES_HEIGHT,
  FILTER_ROW_HEIGHT,
  HEAD_HEIGHT,
  rowToolsWidth,
  rowHeight,
  useGridTable,
} from './grid-table.ts';
import { useEndless, useReadVisible } from './endless/endless-rows.tsx';
import { createGridStore, type GridState, type GridStore } from './grid-store.ts';
import type { Bounds } from './use-grid-keys.ts';
import { useTree } from './tree/tree-rows.tsx';
import type { TreeRows } from './tree/plant-tree.ts';
import {
  toRowTops,
  useKeepActiveVisible,
  useVirtualWindows,
  viewOf,
  type Panel,
} from './use-virtual-windows.ts';
import { useRowTools } from './rows/use-row-tools.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useWidth } from '../../kit/use-width.ts';

const none: readonly never[] = [];

export type GridView = ReturnType<typeof useGridView>;

/** What the grid draws and where: its records, its columns, and the visible part of them. */
export function useGridView(
  layout: LayoutView,
  { isSelectable, hasNewRow }: { isSelectable: boolean; hasNewRow: boolean },
  scroller: HTMLElement | null,
) {
  const { resource } = useResource();
  const { data: read = none, page, perPage, sort, filterValues } = useListContext();
  const width = useWidth(scroller);
  const [store] = useState(createGridStore);
  const question = JSON.stringify([sort, filterValues, page, perPage]);
  const { rows, waiting } = useHeldRows(store, read, question);
  const records = useRowTools(store, rows, scroller);
  const { isPossible, panels } = records.expanded;
  const tree = useTree();
  const lead = useMemo(() => rowToolsWidth(isSelectable, isPossible), [isSelectable, isPossible]);
  const choice = useRowChoice(rows);
  const link = linkColumn(resource, layout.shown);
  const content = useContentWidths(layout.shown, rows);
  const isPrint = usePrint();
  const addWidth = useAddWidth(layout, hasNewRow && !isPrint);
  const table = useGridTable(layout.shown, layout.columns, {
    room: width,
    behind: addWidth,
    lead,
    content,
    title: titleColumn(resource, layout.shown, content),
  });
  const height = useMemo(() => rowHeight(layout.density), [layout.density]);

  const [names, setNames] = useState(HEAD_HEIGHT);
  const mayCreate = useMayCreate();
  /** A tree has no place for it, as new records are children. */
  const empty = [hasNewRow, mayCreate, !tree, !isPrint, rows.length > 0].every(Boolean);
  const head = names + coveredHeight(layout) + (empty ? height : 0);
  /** Rows of an endless list that are loading. */
  const coming = useEndless()?.waiting ?? 0;
  const moreBelow = tree ? toMorePanels(tree, rows, height) : none;
  const tops = toRowTops(rows.length + coming, height, [...panels, ...moreBelow]);
  const windows = useVirtualWindows({
    scroller,
    store,
    table,
    rowHeight: height,
    tops,
    rows: rows.length + coming,
    isWhole: isPrint,
    head,
  });
  const extent: Bounds = {
    rows: rows.length,
    empty,
    columns: table.columns.length,
    page: Math.max(1, Math.floor((viewOf(scroller).clientHeight - head) / height) - 1),
  };
  useReadVisible(windows);
  useKeepActiveVisible(store, windows, table, extent);
  return {
    store,
    rows,
    waiting,
    records,
    table,
    choice,
    link,
    tree,
    // The first column shows the tree if none is a link.
    branches: tree && (table.columns.find(({ field }) => field === link) ?? table.columns[0]),
    coming,
    tops,
    windows,
    extent,
    width,
    mayAddField: addWidth > 0 && width > 0 && table.width + addWidth <= width,
    content,
    lead,
    height,
    names,
    setNames,
  };
}

/** What covers rows besides the names of the columns: the filters above them, and the figures at the foot. */
function coveredHeight({ hasFilterRow, hasFigures }: LayoutView): number {
  return (hasFilterRow ? FILTER_ROW_HEIGHT : 0) + (hasFigures ? FIGURES_HEIGHT : 0);
}

/** The room behind the last column to add a field, as wide as a finger; 0 where nobody may, or a column is at the edge. */
function useAddWidth({ columns }: LayoutView, isList: boolean): number {
  const { descriptor, role } = useConfig();
  const isPast = useAsOf() !== undefined;
  const isAtEdge = columns.some(({ pin }) => pin === 'right');
  return isList && !isPast && !isAtEdge && mayConfigure(descriptor, role) ? 44 : 0;
}

function useMayCreate(): boolean {
  const isPast = useAsOf() !== undefined;
  return useResource().may('create') && !isPast;
}

/** The places of the buttons that read more of a tree. */
function toMorePanels({ more }: TreeRows, rows: readonly RaRecord[], height: number): Panel[] {
  return rows.flatMap(({ id }, row) => {
    const own = more.get(id);
    return own ? [{ row, height: own.length * height }] : [];
  });
}

type Held = { read: readonly RaRecord[]; rows: readonly RaRecord[]; question: string };

/**
 * The rows of a list, which stay while the user edits one of them or looks at a refused value: other users'
 * changes then only update values, and rows come and go once the user leaves the cell. Another request, as
 * by a filter or a page, shows its rows at once.
 */
function useHeldRows(store: GridStore, read: readonly RaRecord[], question: string) {
  const [held, setHeld] = useState<Held>({ read, rows: read, question });
  // Until another request is answered, the rows of the last one stay, and so does their question.
  if (held.read !== read) {
    const isHeld = held.question === question && holds(store.get(), held.rows);
    setHeld({ read, rows: isHeld ? stay(held.rows, read) : read, question });
  }
  const isWaiting = held.rows !== held.read;
  const releaseHeldRows = useEffectEvent(() => {
    if (isWaiting && !holds(store.get(), held.rows)) setHeld({ ...held, rows: held.read });
  });
  const before = useRef(held);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const { rows, question: lastQuestion } = before.current;
    before.current = held;
    if (lastQuestion === held.question && follow(store, rows, held.rows)) redraw();
  }, [store, held]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The user may have left the cell before the subscription started.
    queueMicrotask(releaseHeldRows);
    return store.subscribe(() => releaseHeldRows());
  }, [store, isWaiting]);
  if (!isWaiting) return { rows: held.rows, waiting: 0 };
  // `waiting` counts the rows read meanwhile that are not shown yet.
  const shown = new Set(held.rows.map(({ id }) => id));
  return { rows: held.rows, waiting: held.read.filter(({ id }) => !shown.has(id)).length };
}

/**
 * Keeps the active cell in its record, or in the empty row, when rows come or go, and a range if its corners are as far from each
 * other as before. It does not scroll. True if the cell has moved.
 */
function follow(store: GridStore, before: readonly RaRecord[], rows: readonly RaRecord[]): boolean {
  const { active, anchor } = store.get();
  const by = movedBy(active.row, before, rows);
  const isRange = anchor && rows[anchor.row + by]?.id === before[anchor.row]?.id;
  if (before === rows || (by === 0 && (isRange ?? true))) return false;
  store.set({
    active: { ...active, row: active.row + by },
    anchor: isRange ? { ...anchor, row: anchor.row + by } : undefined,
    isFollowing: true,
  });
  store.set({ isFollowing: false });
  return by !== 0;
}

/** By how many rows a row has moved; 0 where its record is gone. */
function movedBy(at: number, before: readonly RaRecord[], rows: readonly RaRecord[]): number {
  // In the empty row after the last record the user must not get into a record.
  if (before.length > 0 && at === before.length) return rows.length - before.length;
  const row = rows.findIndex(({ id }) => id === before[at]?.id);
  return row < 0 ? 0 : row - at;
}

function holds({ editing, active, marks }: GridState, rows: readonly RaRecord[]): boolean {
  if (editing) return true;
  const record = marks.get(String(rows[active.row]?.id));
  return Object.values(record ?? {}).some(({ state }) => state !== 'saving');
}

/** The same rows in the same order with their current values, and any rows that follow the last one. */
function stay(rows: readonly RaRecord[], read: readonly RaRecord[]): readonly RaRecord[] {
  const now = new Map(read.map((record) => [record.id, record]));
  const shown = new Set(rows.map(({ id }) => id));
  const isSame = rows.every(({ id }, index) => read[index]?.id === id);
  if (isSame) return read;
  const last = read.findLastIndex(({ id }) => shown.has(id));
  const following = read.slice(last + 1).filter(() => last >= 0);
  return [...rows.map((record) => now.get(record.id) ?? record), ...following];
}
