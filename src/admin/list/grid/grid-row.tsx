import { memo, useMemo, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useResource } from '../../kit/use-resource.ts';
import { CheckboxOfAll } from '../../kit/checkbox-of-all.tsx';
import { isOneLine } from './print/paper.ts';
import { isBehind, type GridColumn, type GridTable } from './grid-table.ts';
import { GridCell, useCellFocus } from './cells/grid-cell.tsx';
import { useGrid } from './grid-context.tsx';
import { classOfColor, useColors } from '../list-colors.tsx';
import type { RowChoice } from './use-row-choice.ts';
import { RowCommentMark } from './comments/comment-marks.tsx';
import {
  type CommentMark,
  type RecordComments,
  type RecordMarks,
  rangeOf,
  shownRecord,
  sizeOfRange,
  type GridState,
} from './grid-store.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type GridRowProps = {
  record: RaRecord;
  row: number;
  /** The position among all records of the list, counted from 1, where the head is the first row. */
  ariaRow: number;
  top: number;
  height: number;
  table: GridTable;
  /** The visible columns of the middle. */
  middle: readonly GridColumn[];
  link: Field | undefined;
  /** The column that shows the tree, if the list is one. */
  branches: GridColumn | undefined;
  /** Where the record is in the tree. */
  level: number | undefined;
  /** Whether the records below it are shown; undefined if there are none. */
  isBranchOpen: boolean | undefined;
  isChosen: boolean;
  /** Undefined if rows cannot be chosen at all. */
  isChoosable: boolean | undefined;
  /** Whether its child lists are open; undefined if it has none. */
  isExpanded: boolean | undefined;
  /** Open in the side panel. */
  isOpen: boolean;
};

/** One record. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { record, row, ariaRow, top, height, table, middle, link } = props;
  const { isChosen, isChoosable, isExpanded, isOpen, branches, level, isBranchOpen } = props;
  const { resource, may, isWritable, mayWith } = useResource();
  const state = useRowState(row, String(record.id));
  const mayUpdate = mayWith('update', record);
  const colors = useColors(record);
  const values = useMemo(() => shownRecord(record, state.marks), [record, state.marks]);

  const toCell = (from: number) => (column: GridColumn) => (
    <GridCell
      key={column.field.name}
      record={record}
      values={values}
      row={row}
      column={column}
      from={from}
      isLink={column.field === link}
      {...(column === branches && { level, isBranchOpen })}
      isOpenable={column.field === link && may('read')}
      isBehind={isBehind(resource, column.field)}
      isOneLine={column.field !== link && isOneLine(resource, column.field)}
      isWritable={mayUpdate && isWritable(column.field.name)}
      isActive={state.active === column.index}
      mark={state.marks[column.field.name]}
      comments={state.comments?.cells[column.field.name]}
      isEditing={state.editing === column.field.name}
      typed={state.editing === column.field.name ? state.typed : undefined}
      color={colors.of(column.field.name)}
      // The sign of the whole row is beside what names the record.
      sign={column.field === link || (!link && column.index === 0) ? colors.record : undefined}
      isCorner={state.corner === column.index}
      isInRange={column.index >= state.left && column.index <= state.right}
    />
  );
  return (
    <div
      role="row"
      aria-rowindex={ariaRow}
      aria-level={level}
      aria-expanded={isBranchOpen}
      aria-selected={isChoosable === undefined ? undefined : isChosen}
      className={`g-row${isChosen || isOpen ? ' g-chosen' : ''}${state.editing ? ' g-editing' : ''}${classOfColor(colors.record)}`}
      style={{ height, width: table.width, transform: `translateY(${top}px)` }}
    >
      <LeadCell
        row={row}
        title={displayTitle(resource, record)}
        isChosen={isChosen}
        isChoosable={isChoosable}
        isExpanded={isExpanded}
        isActive={state.active === -1}
        comments={state.comments?.whole}
      />
      {table.left.map(toCell(0))}
      {middle.map(toCell(table.leftWidth))}
      {table.right.map(toCell(table.rightWidth))}
    </div>
  );
});

type LeadCellProps = Pick<GridRowProps, 'row' | 'isChosen' | 'isChoosable' | 'isExpanded'> & {
  title: string;
  isActive: boolean;
  comments: CommentMark | undefined;
};

/**
 * The tools of a row: its checkbox (Space, from any cell with Shift), the button that opens its child lists
 * (Alt+↓ and ↑), and its menu (Shift+F10 or right click). Drawn by the style sheet alone, because each
 * frame of a scroll brings new rows.
 */
function LeadCell(props: LeadCellProps) {
  const { row, title, isChosen, isChoosable, isExpanded, isActive, comments } = props;
  const { commands } = useGrid();
  const texts = useTexts('app');
  return (
    <div
      role="gridcell"
      aria-colindex={1}
      // Otherwise screen readers read the names of all its tools, each with the title, before every row.
      aria-label={comments ? `${texts.rows.tools}, ${comments.text}` : texts.rows.tools}
      // A row may have it only in a tree, and the button inside does not get the keyboard focus.
      aria-expanded={isExpanded}
      className="g-cell g-lead"
      data-row={row}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      {isChoosable !== undefined && (
        <input
          type="checkbox"
          className="g-check"
          tabIndex={-1}
          aria-label={fillTemplate(texts.list.select, { title })}
          checked={isChosen}
          disabled={!isChoosable}
          onChange={(event) =>
            commands.current.toggleRow(row, (event.nativeEvent as MouseEvent).shiftKey)
          }
        />
      )}
      {isExpanded !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className="g-tool g-expander"
          aria-expanded={isExpanded}
          aria-label={fillTemplate(texts.rows.listsOf, { title })}
          onClick={() => commands.current.toggleLists(row, !isExpanded)}
        />
      )}
      <button
        type="button"
        tabIndex={-1}
        className="g-tool g-row-menu"
        aria-haspopup="menu"
        aria-label={fillTemplate(texts.rows.menu, { title })}
        onPointerDown={(event) => commands.current.dragRow(row, event)}
        onClick={({ currentTarget }) => commands.current.openMenu(row, currentTarget)}
      />
      {comments && <RowCommentMark mark={comments} />}
    </div>
  );
}

type SelectAllHeadProps = Pick<RowChoice, 'page'> & { isSelectable: boolean; isActive: boolean };

/** The checkbox that chooses all rows of the page. */
export function SelectAllHead({ page, isSelectable, isActive }: SelectAllHeadProps) {
  const { commands } = useGrid();
  const texts = useTexts('app');
  return (
    <div
      role="columnheader"
      aria-colindex={1}
      aria-label={isSelectable ? undefined : texts.rows.tools}
      className="g-cell g-head-cell g-lead"
      data-row={-1}
      data-column={-1}
      {...useCellFocus(isActive)}
    >
      {isSelectable && (
        <CheckboxOfAll
          chosen={page}
          label={texts.list.selectPage}
          tabIndex={-1}
          onToggle={() => commands.current.togglePage()}
        />
      )}
    </div>
  );
}

type RowState = {
  /** The active column, if the active cell is in this row. */
  active: number | undefined;
  /** The columns of this row that are in the range, if more than one cell is chosen. */
  left: number;
  right: number;
  /** The column of the last chosen cell, if it is in this row. */
  corner: number | undefined;
  /** The field being edited, if it is of this record. */
  editing: string | undefined;
  typed: string | undefined;
  marks: RecordMarks;
  comments: RecordComments | undefined;
};

/** The part of the grid's state that concerns one row; a row renders only when this part changes. */
export function useRowState(row: number, id = ''): RowState {
  const { store } = useGrid();
  const key = useSyncExternalStore(store.subscribe, () => toKey(store.get(), row));
  const marks = useSyncExternalStore(store.subscribe, () => store.get().marks.get(id));
  const comments = useSyncExternalStore(store.subscribe, () => store.get().comments.get(id));
  const editing = useSyncExternalStore(store.subscribe, () => {
    const cell = store.get().editing;
    return cell?.id === id ? cell : undefined;
  });
  const [active = '', left = '', right = '', corner = ''] = key.split(' ');
  return {
    editing: editing?.name,
    typed: editing?.typed,
    marks: marks ?? noMarks,
    comments,
    active: active === '' ? undefined : Number(active),
    left: Number(left),
    right: Number(right),
    corner: corner === '' ? undefined : Number(corner),
  };
}

const noMarks: RecordMarks = {};

// A text, because snapshots must be equal while they say the same.
function toKey(state: GridState, row: number): string {
  const active = state.active.row === row ? state.active.column : '';
  const range = rangeOf(state);
  const isIn = row >= range.top && row <= range.bottom && sizeOfRange(range) > 1;
  const corner = row === range.bottom ? range.right : '';
  return isIn ? `${active} ${range.left} ${range.right} ${corner}` : `${active} -2 -2 ${corner}`;
}
