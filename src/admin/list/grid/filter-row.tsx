import type { GridColumn } from './grid-columns.ts';
import { placeOf } from './grid-cell.tsx';
import type { GridTable } from './use-grid-table.ts';
import { FilterCell } from '../filters/filter-cell.tsx';
import { FILTER_ROW } from './density.ts';

type FilterRowProps = { table: GridTable; middle: readonly GridColumn[] };

/** A condition for each column, right below its name. */
export function FilterRow({ table, middle }: FilterRowProps) {
  const toCell = (from: number) => (column: GridColumn) => (
    <div
      key={column.field.name}
      role="gridcell"
      aria-colindex={column.index + 2}
      className={`g-cell g-filter-cell ${column.pin ? `g-pinned g-${column.pin}` : 'g-free'}`}
      style={placeOf(column, from)}
    >
      <FilterCell field={column.field} />
    </div>
  );
  return (
    <div
      role="row"
      aria-rowindex={2}
      className="g-row g-head g-filter-row"
      style={{ height: FILTER_ROW, width: table.width }}
    >
      <div className="g-cell g-filter-cell g-lead" role="presentation" />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
}
