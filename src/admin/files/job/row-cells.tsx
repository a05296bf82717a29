import type { JobRow } from '../../../contract/jobs.ts';
import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';
import { MendCell } from './mend-cell.tsx';
import { type Mending, useMend } from './mends.ts';

type CellChangeProps = {
  label: string;
  /** Its value before; false if there was none. */
  old: ReactNode;
  children: ReactNode;
};

/** What a cell was, and what it becomes. */
export function CellChange({ label, old, children }: CellChangeProps) {
  return (
    <Box sx={{ display: 'contents' }}>
      <dt>{label}</dt>
      <dd>
        {old !== false && (
          <>
            <Box component="del" sx={{ color: 'text.secondary' }}>
              {old}
            </Box>
            {' → '}
          </>
        )}
        {children}
      </dd>
    </Box>
  );
}

type MendedCellsProps = {
  row: JobRow;
  /** The columns that are shown with their problems. */
  shown: ReadonlySet<string>;
  mending: Mending | undefined;
};

/** The cells of a row that are mended and have no problem, with their text in the file. */
export function MendedCells({ row, shown, mending }: MendedCellsProps) {
  const texts = useTexts('import-rows');
  const others = (row.mended ?? []).filter(({ column }) => !shown.has(column));
  return others.map((one) => (
    <CellChange key={one.column} label={one.column} old={one.old ?? texts.empty}>
      {mending ? (
        <MendCell
          mends={mending.mends}
          row={row.row}
          column={one.column}
          value={one.new ?? undefined}
          mended={one}
          mayOmit={false}
          hidesOld
        />
      ) : (
        (one.new ?? texts.omitted)
      )}
    </CellChange>
  ));
}

/** The cells that steps have changed; a mended cell is shown as such. */
export function SteppedCells({ row }: { row: JobRow }) {
  const texts = useTexts('import-rows');
  const mended = new Set((row.mended ?? []).map(({ column }) => column));
  const own = (row.stepped ?? []).filter(({ column }) => !mended.has(column));
  return own.map(({ column, old, new: now }) => (
    <CellChange key={column} label={column} old={old ?? texts.empty}>
      {now ?? texts.empty}{' '}
      <Hint component="span" variant="caption">
        {texts.stepped}
      </Hint>
    </CellChange>
  ));
}

type ChangeCellProps = { row: JobRow; path: string; mending: Mending };

/** A button that opens the cell behind a change. The text of the file is not known here, so the input begins empty. */
export function ChangeCell({ row, path, mending }: ChangeCellProps) {
  const column = mending.columnOf(path);
  const isMended = row.mended?.some((one) => one.column === column) === true;
  if (column === undefined || isMended) return null;
  return <OpenCell row={row.row} column={column} path={path} mending={mending} />;
}

type OpenCellProps = Omit<ChangeCellProps, 'row'> & { row: number; column: string };

function OpenCell({ row, column, path, mending }: OpenCellProps) {
  const texts = useTexts('import-rows');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const mend = useMend(mending.mends, row, column);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
  }, [isOpen]);
  if (isOpen || mend !== undefined)
    return (
      <div ref={box}>
        <MendCell
          mends={mending.mends}
          row={row}
          column={column}
          field={mending.fieldOf(path)}
          mayOmit={mending.mayOmit(path)}
          hidesOld
        />
      </div>
    );
  return (
    <Button
      size="small"
      aria-label={fillTemplate(texts.editIn, { column, row })}
      onClick={() => setOpen(true)}
      sx={{ py: 0, ml: 1, minWidth: 0 }}
    >
      {texts.edit}
    </Button>
  );
}
