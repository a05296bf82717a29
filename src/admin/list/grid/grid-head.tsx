import { memo, useLayoutEffect, useRef } from 'react';
import type { RowChoice } from './use-row-choice.ts';
import type { GridColumn } from './grid-columns.ts';
import { useHeadDrag } from './columns/use-head-drag.ts';
import { useLayout } from './columns/use-layout.ts';
import { HeadCell } from './head-cell.tsx';
import { LeadHead } from './lead-cell.tsx';
import { useRowState } from './row-state.ts';
import { useHeadHeight } from '../../grid/use-head-height.ts';
import type { GridTable } from './use-grid-table.ts';

type GridHeadProps = {
  table: GridTable;
  middle: readonly GridColumn[];
  isSelectable: boolean;
  page: RowChoice['page'];
  onHeight: (height: number) => void;
};

/** The names of the columns, always in sight. */
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
      <LeadHead page={page} isSelectable={isSelectable} isActive={active === -1} />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
});
