import { memo } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/field.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { GridColumn } from './grid-columns.ts';
import { GridCell } from './grid-cell.tsx';
import { LeadCell } from './lead-cell.tsx';
import { useRowState } from './row-state.ts';
import type { GridTable } from './use-grid-table.ts';

type GridRowProps = {
  record: RaRecord;
  row: number;
  /** Of all records of the list, counted from 1, the head being the first row. */
  ariaRow: number;
  top: number;
  height: number;
  table: GridTable;
  /** The columns of the middle that are in sight. */
  middle: readonly GridColumn[];
  link: Field | undefined;
  isChosen: boolean;
  /** Undefined where rows are not chosen at all. */
  isChoosable: boolean | undefined;
  isExpanded: boolean | undefined;
  /** Beside the list. */
  isOpen: boolean;
};

/** A record. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { record, row, ariaRow, top, height, table, middle, link } = props;
  const { isChosen, isChoosable, isExpanded, isOpen } = props;
  const { resource, may, isWritable, mayWith } = useResource();
  const state = useRowState(row, String(record.id));
  const mayUpdate = mayWith('update', record);

  const toCell = (from: number) => (column: GridColumn) => (
    <GridCell
      key={column.field.name}
      record={record}
      row={row}
      column={column}
      from={from}
      isLink={column.field === link}
      isOpenable={column.field === link && may('read')}
      isWritable={mayUpdate && isWritable(column.field.name)}
      isActive={state.active === column.index}
      mark={state.marks[column.field.name]}
      isEditing={state.editing === column.field.name}
      typed={state.editing === column.field.name ? state.typed : undefined}
      isCorner={state.corner === column.index}
      isInRange={column.index >= state.left && column.index <= state.right}
    />
  );
  return (
    <div
      role="row"
      aria-rowindex={ariaRow}
      aria-selected={isChoosable === undefined ? undefined : isChosen}
      className={`g-row${isChosen || isOpen ? ' g-chosen' : ''}${state.editing ? ' g-editing' : ''}`}
      style={{ height, width: table.width, transform: `translateY(${top}px)` }}
    >
      <LeadCell
        row={row}
        title={displayTitle(resource, record)}
        isChosen={isChosen}
        isChoosable={isChoosable}
        isExpanded={isExpanded}
        isActive={state.active === -1}
      />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
});
