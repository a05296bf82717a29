import { Box } from '@mui/material';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { linkColumn } from '../kit/link-column.ts';
import { useResource } from '../kit/use-resource.ts';
import { useClipboard } from '../list/grid/clipboard/use-clipboard.ts';
import type { LayoutView } from '../list/grid/columns/use-layout.ts';
import { HEAD, leadWidth, rowHeight } from '../list/grid/density.ts';
import { FILTER_ROW } from './filters/filter-row-height.ts';
import { useEndless, useSeen } from '../list/grid/endless/endless-rows.ts';
import { GridProvider, useHandle } from '../list/grid/grid-context.tsx';
import { GridHead } from '../list/grid/grid-head.tsx';
import { gridSx } from './grid-looks.ts';
import { GridRows } from '../list/grid/grid-rows.tsx';
import { GridStatus } from '../list/grid/grid-status.tsx';
import { cellWork } from './cell-work.ts';
import { createGridStore } from '../list/grid/grid-store.ts';
import type { Extent } from '../list/grid/move.ts';
import { MarkNotes } from '../list/grid/mark-notes.tsx';
import { toRowTops } from '../list/grid/row-tops.ts';
import { useRows } from '../list/grid/rows/use-rows.ts';
import { useActiveInSight } from '../list/grid/use-active-in-sight.ts';
import { useEditing } from '../list/grid/use-editing.ts';
import { useGridEvents } from '../list/grid/use-grid-events.ts';
import { useGridTable } from '../list/grid/use-grid-table.ts';
import { useHeldRows } from '../list/grid/use-held-rows.ts';
import { useLongPress } from '../list/grid/use-long-press.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { usePrint } from '../kit/use-print.ts';
import { useRowChoice } from '../list/grid/use-row-choice.ts';
import { useSingleTabStop } from '../list/grid/use-single-tab-stop.ts';
import { useWidth } from '../list/grid/use-width.ts';
import { useWindows } from '../list/grid/use-windows.ts';

const FilterRow = lazy(async () => ({
  default: (await import('../list/grid/filter-row.tsx')).FilterRow,
}));

const OpenedRowMenu = lazy(async () => ({
  default: (await import('../list/grid/rows/opened-row-menu.tsx')).OpenedRowMenu,
}));
const PeekCard = lazy(async () => ({
  default: (await import('../list/grid/peek-card.tsx')).PeekCard,
}));
const NewRowsDialog = lazy(async () => ({
  default: (await import('../list/grid/clipboard/new-rows-dialog.tsx')).NewRowsDialog,
}));

type GridProps = {
  layout: LayoutView;
  /** Can rows be chosen? */
  isSelectable: boolean;
  /** In place of rows where there are none. */
  empty: ReactNode;
};

const none: readonly RaRecord[] = [];

/** The records of the page as a grid (WAI-ARIA, Grid): walked through by keys, drawn as far as it is in sight. */
export function Grid({ layout, isSelectable, empty }: GridProps) {
  const { resource, may } = useResource();
  const { data: read = none, total, page, perPage, sort, filterValues } = useListContext();
  const say = useText();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const [store] = useState(createGridStore);
  const question = JSON.stringify([sort, filterValues, page, perPage]);
  const { rows: data, waiting } = useHeldRows(store, read, question);
  const records = useRows(store, data, scroller);
  const { isPossible, panels } = records.expanded;
  const lead = leadWidth(isSelectable, isPossible);
  const table = useGridTable(layout.shown, layout.columns, width, lead);
  const choice = useRowChoice();
  const link = linkColumn(resource, layout.shown);
  const height = rowHeight(layout.density);

  const headRows = layout.hasFilterRow ? 2 : 1;
  const [names, setNames] = useState(HEAD);
  const head = names + (layout.hasFilterRow ? FILTER_ROW : 0);
  const endless = useEndless();
  const rows = data.length + (endless?.waiting ?? 0);
  const tops = toRowTops(rows, height, panels);
  const windows = useWindows({
    scroller,
    store,
    table,
    rowHeight: height,
    tops,
    rows,
    isWhole: usePrint(),
    head,
  });
  const extent: Extent = {
    rows: data.length,
    columns: table.columns.length,
    page: Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - head) / height) - 1),
  };
  useSeen(windows);
  useKeptScroll(scroller);
  useActiveInSight(store, windows, table, extent);
  const editing = useEditing({ store, table, rows: data, extent });
  const handle = useHandle(store, {
    toggleRow: choice.toggle,
    togglePage: choice.togglePage,
    ...records.work,
    take: editing.take,
    cancel: editing.cancel,
    write: editing.write,
  });
  useSingleTabStop(scroller);
  const clipboard = useClipboard({ store, table, rows: data, editing });
  const { events, peek, closePeek } = useGridEvents({
    store,
    table,
    rows: data,
    extent,
    choice,
    editing,
    layout,
    copyMarkdown: clipboard.copyMarkdown,
    rowWork: records.work,
  });

  return (
    <GridProvider value={handle}>
      <Box
        ref={setScroller}
        role="grid"
        aria-label={say(resource.label)}
        aria-rowcount={total === undefined ? -1 : total + headRows}
        aria-colcount={table.columns.length + 1}
        aria-multiselectable
        data-writable={may('update') || undefined}
        sx={gridSx}
        style={
          {
            '--row': `${height}px`,
            '--lead': `${lead}px`,
            '--head': `${names}px`,
          } as React.CSSProperties
        }
        {...events}
        {...useLongPress()}
        onContextMenu={records.menu.onContextMenu}
        {...clipboard.events}
      >
        <GridHead
          table={table}
          middle={windows.middle}
          isSelectable={isSelectable}
          page={choice.page}
          onHeight={setNames}
        />
        {layout.hasFilterRow && (
          <Suspense fallback={<div className="g-head" style={{ height: FILTER_ROW }} />}>
            <FilterRow table={table} middle={windows.middle} />
          </Suspense>
        )}
        <div
          role="rowgroup"
          className="g-body"
          style={{ height: windows.height, width: table.width }}
        >
          <GridRows
            {...{ data, store, windows, table, tops, height, width, link }}
            {...{ records, choice, isSelectable }}
            ariaRow={(index) => (page - 1) * perPage + index + 1 + headRows}
          />
          {endless && (
            <div
              className="g-waiting"
              aria-hidden
              style={{ top: tops.top(data.length), height: endless.waiting * height }}
            />
          )}
        </div>
      </Box>
      {data.length === 0 && empty}
      <GridStatus table={table} waiting={waiting} />
      <Suspense>
        <MarkNotes scroller={scroller} table={table} rows={data} />
        {peek && <PeekCard {...peek} onClose={closePeek} />}
        {records.menu.menu && (
          <OpenedRowMenu
            opened={records.menu.menu}
            rows={records}
            cells={cellWork({ store, table, rows: data, editing }, clipboard)}
          />
        )}
      </Suspense>
      {clipboard.pending && (
        <Suspense>
          <NewRowsDialog
            pending={clipboard.pending}
            onCreate={(created) => {
              editing.write(clipboard.pending!.changes, created);
              clipboard.close();
            }}
            onClose={clipboard.close}
          />
        </Suspense>
      )}
    </GridProvider>
  );
}
