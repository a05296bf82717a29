import { Box } from '@mui/material';
import { useState, type ReactNode, useMemo, type CSSProperties } from 'react';
import { useListContext } from 'react-admin';
import { useTheme, type Theme } from '@mui/material/styles';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { AddFieldLink } from '../../resource/lazy-structure-links.tsx';
import { ShortReferences } from '../../resource/reference-provider.tsx';
import { useText } from '../../messages/use-text.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { LayoutView } from './columns/layout.ts';
import { FIGURES_HEIGHT, FILTER_ROW_HEIGHT } from './grid-table.ts';
import { GridProvider } from './grid-context.tsx';
import { GridHead } from './grid-head.tsx';
import { CellProblems, GridOverlays } from './grid-overlays.tsx';
import { GridRows } from './grid-rows.tsx';
import { GridStatus } from './grid-status.tsx';
import { NewRow } from './new-row.tsx';
import { toPaper } from './print/paper.ts';
import { useGridView } from './use-grid-view.ts';
import { useGridWork } from './use-grid-work.ts';
import { useLongPress } from './use-grid-mouse.ts';
import './grid.css';
import './grid-tools.css';
import './grid-typing.css';
import './print/grid-print.css';

const figureTexts = import.meta.glob('/src/admin/messages/*/list/figures.ts');
const FigureRow = lazyPart(() => import('./figures/figure-row.tsx'), 'FigureRow', figureTexts);
const CellFiles = lazyPart(() => import('./clipboard/cell-files.tsx'), 'CellFiles');
const FilterRow = lazyPart(() => import('../filters/filter-row.tsx'), 'FilterRow');

type GridProps = {
  layout: LayoutView;
  /** Whether the user can choose rows. */
  isSelectable: boolean;
  /** Whether an empty row for new records follows the last one, for users who may create them. */
  hasNewRow?: boolean;
  /** Shown instead of rows if there are none. */
  empty: ReactNode;
};

/** The records of the page as a grid (WAI-ARIA, Grid): the keys move through it, and only the visible part is drawn. */
export function Grid({ layout, isSelectable, hasNewRow = false, empty }: GridProps) {
  const { resource, may } = useResource();
  const { total } = useListContext();
  const say = useText();
  const colours = useGridColours();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const view = useGridView(layout, { isSelectable, hasNewRow }, scroller);
  const work = useGridWork(view, layout, scroller);
  const { table, windows, records, choice, extent } = view;
  const asOf = useAsOf();
  // Nothing is calculated over the past.
  const hasFigures = layout.hasFigures && asOf === undefined;
  const headRows = layout.hasFilterRow ? 2 : 1;
  const footRows = Number(hasFigures) + Number(extent.empty);
  const sizes = {
    '--row': `${view.height}px`,
    '--lead': `${view.lead}px`,
    '--head': `${view.names}px`,
  };
  const paper = toPaper(table, view.content, resource);
  return (
    <GridProvider value={work.handle}>
      <Box
        ref={setScroller}
        role={view.tree ? 'treegrid' : 'grid'}
        aria-label={say(resource.label)}
        aria-rowcount={total === undefined ? -1 : total + headRows + footRows}
        aria-colcount={table.columns.length + 1}
        aria-multiselectable
        data-writable={may('update') || undefined}
        data-by-hand={work.order.isByHand || undefined}
        className="g-grid"
        {...paper}
        style={{ ...colours, ...sizes, ...paper.style }}
        {...work.events}
        {...useLongPress()}
        onContextMenu={records.menu.onContextMenu}
        {...work.clipboard.events}
      >
        {/* Without its size, the rows would be drawn with wrong widths first, and then all again. */}
        {scroller && (
          <>
            <GridHead
              table={table}
              middle={windows.middle}
              isSelectable={isSelectable}
              page={choice.page}
              onHeight={view.setNames}
            />
            {layout.hasFilterRow && (
              <FilterRow
                fallback={<div className="g-head" style={{ height: FILTER_ROW_HEIGHT }} />}
                table={table}
                middle={windows.middle}
              />
            )}
            <ShortReferences>
              <GridRows {...{ view, isSelectable, headRows }} />
            </ShortReferences>
            {extent.empty && (
              <NewRow
                row={extent.rows}
                ariaRow={(total ?? 0) + headRows + 1}
                foot={hasFigures ? FIGURES_HEIGHT : 0}
                height={view.height}
                table={table}
                middle={windows.middle}
              />
            )}
            {hasFigures && (
              <FigureRow
                fallback={<div className="g-foot" style={{ height: FIGURES_HEIGHT }} />}
                table={table}
                middle={windows.middle}
                ariaRow={(total ?? 0) + headRows + footRows}
              />
            )}
          </>
        )}
      </Box>
      {view.mayAddField && <AddFieldLink left={table.width} height={view.names} />}
      {view.rows.length === 0 && empty}
      {scroller && table.columns.some(({ field }) => field.kind.files) && (
        <CellFiles view={view} editing={work.editing} grid={scroller} />
      )}
      <CellProblems table={table} rows={view.rows} />
      <GridStatus table={table} rows={view.rows} waiting={view.waiting} />
      <GridOverlays {...{ view, work, scroller }} />
    </GridProvider>
  );
}

/** The colours of the theme as variables for grid.css, which is read once and not again at each render. */
function useGridColours(): CSSProperties {
  const { palette } = useTheme();
  return useMemo(() => toVariables(palette), [palette]);
}

function toVariables({
  divider,
  background,
  action,
  text,
  primary,
  error,
  warning,
}: Theme['palette']): CSSProperties {
  const colours: Record<`--g-${string}`, string> = {
    '--g-line': divider,
    '--g-paper': background.paper,
    '--g-ground': background.default,
    '--g-hover': action.hover,
    '--g-selected': action.selected,
    '--g-disabled': action.disabled,
    '--g-ink': text.primary,
    '--g-quiet': text.secondary,
    '--g-primary': primary.main,
    '--g-error': error.main,
    '--g-warning': warning.main,
  };
  return colours;
}
