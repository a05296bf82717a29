import { memo, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RowChoice } from './use-row-choice.ts';
import type { GridColumn } from './grid-columns.ts';
import { useHeadDrag } from './columns/use-head-drag.ts';
import { useLayout } from './columns/use-layout.ts';
import { HeadCell } from './head-cell.tsx';
import { LeadHead } from './lead-cell.tsx';
import { useRowState } from './row-state.ts';
import type { GridTable } from './use-grid-table.ts';
import { HEAD } from './density.ts';

/** Room above and below a name. */
const AIR = 8;

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

/** As high as the longest name needs on its lines, at whatever size and spacing the reader has texts. */
function useHeadHeight(row: RefObject<HTMLElement | null>, drawn: unknown): number {
  const [height, setHeight] = useState(HEAD);
  useLayoutEffect(() => {
    const names = [...(row.current?.querySelectorAll<HTMLElement>('.g-name') ?? [])];
    const look = (): void =>
      setHeight(Math.max(HEAD, ...names.map(({ offsetHeight }) => offsetHeight + AIR)));
    const sizes = new ResizeObserver(look);
    for (const name of names) sizes.observe(name);
    return () => sizes.disconnect();
  }, [row, drawn]); // oxlint-disable-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  return height;
}
