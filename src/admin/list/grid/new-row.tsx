import { cellClass, cellPosition, useCellFocus } from './cells/grid-cell.tsx';
import { useGrid } from './grid-context.tsx';
import { useRowState } from './grid-row.tsx';
import type { GridColumn, GridTable } from './grid-table.ts';
import { useTexts } from '../../messages/texts.ts';

type NewRowProps = {
  /** One more than the last record's. */
  row: number;
  ariaRow: number;
  /** The height of what sticks to the foot below it. */
  foot: number;
  height: number;
  table: GridTable;
  middle: readonly GridColumn[];
};

/**
 * The empty row after the last record, always in view: what the user pastes or types there becomes new
 * records and changes none. In an endless list nobody could scroll to a row after the last one.
 */
export function NewRow({ row, ariaRow, foot, height, table, middle }: NewRowProps) {
  const texts = useTexts('app');
  const { active } = useRowState(row);
  const toCell = (from: number) => (column: GridColumn) => (
    <NewCell
      key={column.field.name}
      {...{ row, column, from }}
      isActive={active === column.index}
      hint={column.index === 0 ? texts.grid.newRow : ''}
    />
  );
  return (
    <div role="rowgroup" className="g-new" style={{ bottom: foot, height, width: table.width }}>
      <div
        role="row"
        aria-rowindex={ariaRow}
        aria-label={texts.grid.newRowHint}
        className="g-row"
        style={{ height, width: table.width }}
      >
        <LeadCell row={row} isActive={active === -1} />
        {table.left.map(toCell(0))}
        {middle.map(toCell(table.leftWidth))}
        {table.right.map(toCell(table.rightWidth))}
      </div>
    </div>
  );
}

type NewCellProps = {
  row: number;
  column: GridColumn;
  from: number;
  isActive: boolean;
  hint: string;
};

function NewCell({ row, column, from, isActive, hint }: NewCellProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      className={cellClass(column)}
      style={cellPosition(column, from)}
      data-row={row}
      data-column={column.index}
      {...useCellFocus(isActive)}
    >
      <div className="g-value">{hint}</div>
    </div>
  );
}

function LeadCell({ row, isActive }: { row: number; isActive: boolean }) {
  const { commands } = useGrid();
  const texts = useTexts('app');
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      aria-label={texts.grid.newRow}
      className="g-cell g-lead"
      data-row={row}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      <button
        type="button"
        tabIndex={-1}
        className="g-tool"
        aria-label={texts.grid.newRow}
        onClick={() => commands.current.startRow()}
      >
        +
      </button>
    </div>
  );
}

/** Whether the element is in the empty row, which no range of cells can contain. */
export function isInNewRow(element: Element): boolean {
  return element.closest('.g-new') !== null;
}
