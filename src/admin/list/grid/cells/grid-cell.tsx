import { memo, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { checkField } from '../../../../descriptor/field-check.ts';
import type { CellProps } from '../../../../fields/type/field-ui.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { FieldValue, uiOf } from '../../../resource/field-value.tsx';
import { RecordLink } from '../../../resource/record-link.tsx';
import { Way } from '../tree/tree-rows.tsx';
import { FoundIn } from '../../found-in.tsx';
import { CellCommentMark } from '../comments/comment-marks.tsx';
import { shownValue, type CellMark, type CommentMark } from '../grid-store.ts';
import type { ListColor } from '../../../../descriptor/descriptor.ts';
import { classOfColor, ColorSign } from '../../list-colors.tsx';
import type { GridColumn } from '../grid-table.ts';
import { useGrid } from '../grid-context.tsx';
import { BehindButton } from './behind-link.tsx';
import { useTexts } from '../../../messages/texts.ts';

type GridCellProps = {
  record: RaRecord;
  /** The record with the values that its cells show. */
  values: RaRecord;
  row: number;
  column: GridColumn;
  /** Where its part of the row starts. */
  from: number;
  isLink: boolean;
  /** In the column that shows the tree: the level of the record, and whether those below it are shown. */
  level?: number | undefined;
  isBranchOpen?: boolean | undefined;
  /** Whether the record can be opened from here. */
  isOpenable: boolean;
  /** Whether the value belongs to another record, or is one. */
  isBehind: boolean;
  /** Whether it stays one line on paper. */
  isOneLine: boolean;
  isWritable: boolean;
  isActive: boolean;
  isInRange: boolean;
  /** Whether it is the last of the chosen cells, from which the user fills others. */
  isCorner: boolean;
  /** The colour of its value. */
  color: ListColor | undefined;
  /** The colour of its record, if its sign is in this cell. */
  sign: ListColor | undefined;
  mark: CellMark | undefined;
  comments: CommentMark | undefined;
  isEditing: boolean;
  typed: string | undefined;
};

const OpenCell = lazyPart(
  async () => {
    const [{ OpenCell: cell }] = await Promise.all([
      import('../editing/cell-editor.tsx'),
      // What a value needs that cannot be saved: without a connection, it could not be loaded later.
      import('../mark-note.tsx'),
      import('../problem-strip.tsx'),
      import('./unsaved-cells.tsx'),
    ]);
    return { OpenCell: cell };
  },
  'OpenCell',
  import.meta.glob('/src/admin/messages/*/list/cell-problems.ts'),
);

/** One value. It renders only when one of these props changes: an unchanged record stays the same object. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { row, column, from, isWritable, isActive, isInRange } = props;
  const { mark, isEditing, isBranchOpen } = props;
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- a gridcell does (WAI-ARIA 1.2)
      aria-readonly={!isWritable}
      aria-expanded={isBranchOpen}
      // A cell without `aria-selected` does not contradict its row, which may be chosen.
      aria-selected={isInRange || undefined}
      aria-invalid={isWrongMark(mark) || undefined}
      aria-busy={mark?.state === 'saving' || undefined}
      className={classOf(props)}
      style={cellPosition(column, from)}
      data-row={row}
      data-column={column.index}
      {...useCellFocus(isActive, isEditing)}
    >
      {contentOf(props)}
    </div>
  );
});

function classOf({ column, color, mark, isInRange, isOneLine, isWritable }: GridCellProps): string {
  const own = cellClass(column, isInRange, isOneLine);
  return `${own}${mark ? ` g-${mark.state}` : ''}${isWritable ? '' : ' g-locked'}${classOfColor(color)}`;
}

/** The value between the tools of the cell. It is a function, as each component of a cell costs time in a scroll. */
function contentOf(props: GridCellProps): ReactNode {
  const { record, values, row, column, level, mark, isWritable } = props;
  const { field } = column;
  const value: unknown = shownValue(record, field.name, mark);
  const isLink = props.isLink && !mark;
  return (
    <>
      {signOf(props)}
      {level !== undefined && <BranchTool {...{ row, level }} isOpen={props.isBranchOpen} />}
      <div className="g-value">
        {mark?.state === 'saving' && mark.progress ? (
          mark.progress
        ) : (
          <CellValue {...{ field, value, isLink }} record={values} isWrong={isWrongMark(mark)} />
        )}
      </div>
      {props.comments && <CellCommentMark mark={props.comments} />}
      {props.isOpenable && <BesideButton row={row} />}
      {props.isBehind && <BehindButton record={record} field={field} />}
      {props.isCorner && isWritable && <span className="g-handle" aria-hidden />}
      {props.isEditing && <OpenCell {...{ record, values, field, value }} typed={props.typed} />}
    </>
  );
}

function signOf({ color, sign }: GridCellProps): ReactNode {
  const shown = color ?? sign;
  return shown && <ColorSign color={shown} />;
}

type CellValueProps = Pick<GridCellProps, 'record' | 'isLink'> & {
  field: Field;
  value: unknown;
  isWrong: boolean;
};

/** Does not render again when the focus passes. */
const CellValue = memo(function CellValue(props: CellValueProps) {
  const { record, field, value, isLink, isWrong } = props;
  if (isLink)
    return (
      <>
        <Way record={record} />
        <RecordLink className="g-link" record={record} field={field} tabIndex={-1} />
        <FoundIn record={record} />
      </>
    );
  const shown = { field, value, record, place: 'list' } as const;
  if (isWrong) return <FieldText {...shown} />;
  return <FieldValue {...shown} />;
});

/** An invalid value cannot be drawn as a value of the field. */
export function FieldText(props: CellProps) {
  const { field, value } = props;
  const isText = typeof value === 'string' || typeof value === 'number';
  const isValue = 'value' in checkField(field, value);
  if (!isText || isValue) return <FieldValue {...props} />;
  return <span>{value}</span>;
}

function isWrongMark(mark: CellMark | undefined): boolean {
  return mark !== undefined && mark.state !== 'saving';
}

/** Pinned cells stick to their edge; the others are placed by pixels, so that only visible ones need to exist. */
export function cellPosition(column: GridColumn, from: number): React.CSSProperties {
  const { pin, offset, width } = column;
  if (pin === 'left') return { width, '--left': `${offset}px` } as React.CSSProperties;
  if (pin === 'right') return { width, right: from - offset - width };
  return { width, left: from + offset };
}

export function cellClass(
  { field, pin }: GridColumn,
  isInRange = false,
  isOneLine = false,
): string {
  const parts = ['g-cell', pin ? `g-pinned g-${pin}` : 'g-free'];
  if (uiOf(field).align === 'right') parts.push('g-number');
  if (isInRange) parts.push('g-in-range');
  if (isOneLine) parts.push('g-one-line');
  return parts.join(' ');
}

type BranchToolProps = { row: number; level: number; isOpen: boolean | undefined };

/** Opens and closes a record of a tree, for users who point. By keyboard it is → and ←. */
function BranchTool({ row, level, isOpen }: BranchToolProps) {
  const { commands } = useGrid();
  return (
    <span className="g-branch" style={{ '--level': level } as React.CSSProperties}>
      {isOpen !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          // The cell says whether it is open.
          aria-hidden
          className={`g-tool g-expander${isOpen ? ' g-open' : ''}`}
          onClick={() => commands.current.toggleBranch(row, !isOpen)}
        />
      )}
    </span>
  );
}

/** Opens the row in the side panel, for users who point. By keyboard it is Alt+Enter, or the menu of the row. */
function BesideButton({ row }: { row: number }) {
  const { commands } = useGrid();
  const texts = useTexts('app');
  return (
    <button
      type="button"
      tabIndex={-1}
      // Not part of the cell's name.
      aria-hidden
      title={texts.rows.beside}
      className="g-tool g-beside"
      onClick={() => commands.current.openBeside(row)}
    />
  );
}

/** The focus follows the active cell while it is in the grid, and stays put while it is elsewhere. */
export function useCellFocus(isActive: boolean, isEditing = false) {
  const ref = useRef<HTMLDivElement>(null);
  const { store } = useGrid();
  useLayoutEffect(() => {
    const cell = ref.current;
    if (!isActive || isEditing || cell === null || store.get().editing) return;
    const grid = cell.closest('.g-grid');
    const isHere =
      store.get().isGrabbing ||
      grid?.contains(document.activeElement) ||
      grid?.hasAttribute('data-focused');
    // The grid scrolls itself, by the room its sticky parts leave.
    if (store.get().isGrabbing) store.set({ isGrabbing: false });
    if (isHere && !cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }, [isActive, isEditing, store]);
  return { ref, tabIndex: isActive ? 0 : -1 };
}
