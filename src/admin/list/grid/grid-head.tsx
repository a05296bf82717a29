import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type ReactNode,
  type PointerEvent,
} from 'react';
import SortedIcon from '@mui/icons-material/ArrowUpward';
import { useListContext } from 'react-admin';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import { useI18n } from '../../kit/use-i18n.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useText } from '../../messages/use-text.ts';
import { uiOf } from '../../resource/field-value.tsx';
import { useSortBy } from '../../resource/list-changes.tsx';
import { isSortable, toSortKeys } from '../../resource/sorting.ts';
import { dragEdge } from '../../kit/drag-edge.ts';
import type { RowChoice } from './use-row-choice.ts';
import { type GridColumn, type GridTable, HEAD_HEIGHT } from './grid-table.ts';
import { useHeadDrag } from './columns/head-events.ts';
import { useLayout, sizedColumn } from './columns/layout.ts';
import { SelectAllHead, useRowState } from './grid-row.tsx';
import { cellClass, cellPosition, useCellFocus } from './cells/grid-cell.tsx';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** Room above and below a name, in pixels. */
const AIR = 8;

type GridHeadProps = {
  table: GridTable;
  middle: readonly GridColumn[];
  isSelectable: boolean;
  page: RowChoice['page'];
  onHeight: (height: number) => void;
};

/** The names of the columns, always visible. */
export const GridHead = memo(function GridHead(props: GridHeadProps) {
  const { table, middle, isSelectable, page, onHeight } = props;
  const row = useRef<HTMLDivElement>(null);
  const height = useHeadHeight(row, middle);
  useLayoutEffect(() => onHeight(height), [height, onHeight]);
  const { active } = useRowState(-1);
  const toCell = (from: number) => (column: GridColumn) => (
    <HeadCell
      key={column.field.name}
      column={column}
      from={from}
      isActive={active === column.index}
    />
  );
  const drag = useHeadDrag(useLayout());
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={1}
      className="g-row g-head"
      style={{ height, width: table.width }}
      {...drag}
    >
      <SelectAllHead page={page} isSelectable={isSelectable} isActive={active === -1} />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
});

/** As high as the longest name needs when it wraps, at the reader's text size and spacing. */
function useHeadHeight(row: RefObject<HTMLElement | null>, drawn: unknown): number {
  const [height, setHeight] = useState(HEAD_HEIGHT);
  useLayoutEffect(() => {
    const names = [...(row.current?.querySelectorAll<HTMLElement>('.g-name') ?? [])];
    const measure = (): void =>
      setHeight(Math.max(HEAD_HEIGHT, ...names.map(({ offsetHeight }) => offsetHeight + AIR)));
    const sizes = new ResizeObserver(measure);
    for (const name of names) sizes.observe(name);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- `drawn` has other names
  }, [row, drawn]);
  return height;
}

type HeadCellProps = { column: GridColumn; from: number; isActive: boolean };

/** The name of a column with its unit. It sorts by the column; with Shift, after the present order. */
function HeadCell({ column, from, isActive }: HeadCellProps) {
  const { sort } = useListContext();
  const say = useText();
  const { field } = column;
  const label = say(field.label);
  const unit = uiOf(field).unit?.(field);
  const name = unit === undefined ? label : `${label} ${unit}`;
  const keys = toSortKeys(sort);
  const rank = keys.findIndex((each) => each.name === field.name);
  const key = keys[rank];
  const heading = (
    <>
      <span>{label}</span>
      {unit !== undefined && (
        <>
          {' '}
          <span className="g-unit">{unit}</span>
        </>
      )}
    </>
  );
  return (
    <div
      role="columnheader"
      aria-label={name}
      aria-colindex={column.index + 2}
      aria-sort={key && (key.isDescending ? 'descending' : 'ascending')}
      className={`${cellClass(column)} g-head-cell`}
      style={cellPosition(column, from)}
      data-name={field.name}
      data-row={-1}
      data-column={column.index}
      {...useCellFocus(isActive)}
    >
      <span className="g-name">
        {isSortable(field) ? (
          <SortButton column={column} label={name}>
            {heading}
          </SortButton>
        ) : (
          heading
        )}
      </span>
      {key && (
        <span className="g-sort" aria-hidden>
          <SortedIcon className={key.isDescending ? 'g-down' : ''} />
          {keys.length > 1 && rank + 1}
        </span>
      )}
      <HeadTools column={column} />
    </div>
  );
}

type SortButtonProps = { column: GridColumn; label: string; children: ReactNode };

function SortButton({ column: { field }, label, children }: SortButtonProps) {
  const { sort } = useListContext();
  const sortBy = useSortBy();
  const texts = useTexts('app');
  const isDown = toSortKeys(sort)[0]?.name === field.name && sort.order !== 'DESC';
  return (
    <button
      type="button"
      tabIndex={-1}
      className="g-sort-button"
      aria-label={label}
      title={fillTemplate(isDown ? texts.list.sortDown : texts.list.sortUp, { field: label })}
      onClick={(event) => sortBy(field.name, event.shiftKey)}
    >
      {children}
    </button>
  );
}

const ColumnMenu = lazyPart(() => import('./columns/column-menu.tsx'), 'ColumnMenu');

/** The menu of a column, and the edge that resizes it. */
function HeadTools({ column }: { column: GridColumn }) {
  const { texts, say } = useI18n();
  const layout = useLayout();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const label = say(column.field.label);
  const size = (width: number | undefined): void =>
    layout.change({ columns: sizedColumn(layout.columns, column.field.name, width) });
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="g-menu-button"
        aria-label={fillTemplate(texts.grid.columnMenu, { label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </button>
      <span
        className="g-resize"
        aria-hidden
        onPointerDown={(event) => pull(event, column.width, size)}
        onDoubleClick={(event) => {
          event.stopPropagation();
          size(undefined);
        }}
      />
      {anchor && (
        <ColumnMenu
          column={column}
          anchor={anchor}
          layout={layout}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

/** The edge follows the pointer; the cells follow all at once when the user releases it. */
function pull(event: PointerEvent<HTMLElement>, width: number, size: (width: number) => void) {
  const edge = event.currentTarget;
  dragEdge(event, {
    follow: (by) => (edge.style.transform = `translateX(${by}px)`),
    end(by) {
      edge.style.transform = '';
      if (by !== undefined) size(width + by);
    },
  });
}
