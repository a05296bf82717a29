import { Box } from '@mui/material';
import {
  lazy,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { useText } from '../use-text.ts';
import { linkColumn } from '../views/list/link-column.ts';
import { useResource } from '../views/use-resource.ts';
import { useClipboard } from './clipboard/use-clipboard.ts';
import type { LayoutView } from './columns/use-layout.ts';
import { HEAD, rowHeights } from './density.ts';
import { FILTER_ROW } from './filters/filter-row-height.ts';
import { GridProvider, type GridCommands, type GridHandle } from './grid-context.tsx';
import { GridHead } from './grid-head.tsx';
import { gridSx } from './grid-looks.ts';
import { GridRow } from './grid-row.tsx';
import { createGridStore, type GridStore, type Place } from './grid-store.ts';
import { within, type Extent } from './move.ts';
import { useEditing } from './use-editing.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridTable, type GridTable } from './use-grid-table.ts';
import { usePrint } from './use-print.ts';
import { useRowChoice } from './use-row-choice.ts';
import { useSingleTabStop } from './use-single-tab-stop.ts';
import { useWidth } from './use-width.ts';
import { useWindows, type Windows } from './use-windows.ts';

const FilterRow = lazy(async () => ({
  default: (await import('./filters/filter-row.tsx')).FilterRow,
}));

const MarkNote = lazy(async () => ({ default: (await import('./mark-note.tsx')).MarkNote }));
const PeekCard = lazy(async () => ({ default: (await import('./peek-card.tsx')).PeekCard }));
const NewRowsDialog = lazy(async () => ({
  default: (await import('./clipboard/new-rows-dialog.tsx')).NewRowsDialog,
}));

type GridProps = {
  layout: LayoutView;
  /** Can rows be chosen? */
  hasLead: boolean;
  /** In place of rows where there are none. */
  empty: ReactNode;
};

const none: readonly RaRecord[] = [];

/** The records of the page as a grid (WAI-ARIA, Grid): walked through by keys, drawn as far as it is in sight. */
export function Grid({ layout, hasLead, empty }: GridProps) {
  const { resource } = useResource();
  const { data = none, total, page, perPage } = useListContext();
  const say = useText();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const table = useGridTable(layout.shown, layout.columns, useWidth(scroller), hasLead);
  const choice = useRowChoice();
  const link = linkColumn(resource, layout.shown);
  const height = rowHeights[layout.density];

  const headRows = layout.hasFilterRow ? 2 : 1;
  const [store] = useState(createGridStore);
  const head = HEAD + (layout.hasFilterRow ? FILTER_ROW : 0);
  const windows = useWindows({
    scroller,
    store,
    table,
    rowHeight: height,
    rows: data.length,
    isWhole: usePrint(),
    head,
  });
  const extent: Extent = {
    rows: data.length,
    columns: table.columns.length,
    hasLead,
    page: Math.max(1, Math.floor(((scroller?.clientHeight ?? 0) - head) / height) - 1),
  };
  useActiveInSight(store, windows, table, extent);
  const editing = useEditing({ store, table, rows: data, extent });
  const handle = useHandle(store, {
    toggleRow: choice.toggle,
    togglePage: choice.togglePage,
    take: editing.take,
    cancel: editing.cancel,
    write: editing.write,
  });
  useSingleTabStop(scroller);
  const hasMarks = useSyncExternalStore(store.subscribe, () => store.get().marks.size > 0);
  const clipboard = useClipboard({ store, table, rows: data, editing });
  const { events, peek } = useGridEvents({
    store,
    table,
    rows: data,
    extent,
    choice,
    editing,
    layout,
    copyMarkdown: clipboard.copyMarkdown,
  });

  return (
    <GridProvider value={handle}>
      <Box
        ref={setScroller}
        role="grid"
        aria-label={say(resource.label)}
        aria-rowcount={total === undefined ? -1 : total + headRows}
        aria-colcount={table.columns.length + (hasLead ? 1 : 0)}
        aria-multiselectable
        sx={gridSx}
        style={{ '--row': `${height}px` } as React.CSSProperties}
        {...events}
        {...clipboard.events}
      >
        <GridHead table={table} middle={windows.middle} hasLead={hasLead} page={choice.page} />
        {layout.hasFilterRow && (
          <Suspense fallback={<div className="g-head" style={{ height: FILTER_ROW }} />}>
            <FilterRow table={table} middle={windows.middle} hasLead={hasLead} />
          </Suspense>
        )}
        <div
          role="rowgroup"
          className="g-body"
          style={{ height: windows.height, width: table.width }}
        >
          {windows.rows.map(({ index, start }) => {
            const record = data[index];
            return (
              record && (
                <GridRow
                  // By place, so that another order fills the same rows and the focus stays where it is.
                  key={index}
                  record={record}
                  row={index}
                  ariaRow={(page - 1) * perPage + index + 1 + headRows}
                  top={start}
                  height={height}
                  table={table}
                  middle={windows.middle}
                  link={link}
                  hasLead={hasLead}
                  isChosen={choice.isChosen(record)}
                  isChoosable={choice.isChoosable(record)}
                />
              )
            );
          })}
        </div>
      </Box>
      {data.length === 0 && empty}
      <Suspense>
        {hasMarks && <MarkNote scroller={scroller} table={table} rows={data} />}
        {peek && <PeekCard {...peek} />}
      </Suspense>
      {clipboard.pending && (
        <Suspense>
          <NewRowsDialog
            pending={clipboard.pending}
            onCreate={() => {
              editing.write(clipboard.pending!.changes, clipboard.pending!.created);
              clipboard.close();
            }}
            onClose={clipboard.close}
          />
        </Suspense>
      )}
    </GridProvider>
  );
}

/** One object for good, whose commands are always those of the last drawing. */
function useHandle(store: GridStore, latest: GridCommands): GridHandle {
  const commands = useRef(latest);
  useLayoutEffect(() => {
    commands.current = latest;
  });
  return useMemo(() => ({ store, commands }), [store]);
}

/** Wherever the active cell goes, it is seen; and it never is where no cell is any more. */
function useActiveInSight(
  store: GridStore,
  windows: Windows,
  table: GridTable,
  extent: Extent,
): void {
  const show = useEffectEvent(({ row, column }: Place) =>
    windows.scrollTo(row, table.columns[column]),
  );
  useLayoutEffect(() => {
    let last = store.get().active;
    return store.subscribe(() => {
      const { active } = store.get();
      if (active !== last) show(active);
      last = active;
    });
  }, [store]);
  const { rows, columns, hasLead } = extent;
  useLayoutEffect(() => {
    const { active } = store.get();
    const inside = within(active, { rows: Math.max(rows, 1), columns, hasLead, page: 1 });
    if (inside.row !== active.row || inside.column !== active.column)
      store.set({ active: inside, anchor: undefined });
  }, [store, rows, columns, hasLead]);
}
