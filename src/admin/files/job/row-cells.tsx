import type { JobRow } from '../../../contract/jobs.ts';
import { Box, Button, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { RowProblem } from '../../../files/import/rows/row-outcome.ts';
import { capitalise } from '../../client/http.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { MendCell } from './mend-cell.tsx';
import { useMend } from './mends.ts';
import type { RowChooser } from '../row-chooser.ts';
import type { Mending } from './use-mending.ts';

type MendedRemarkProps = {
  row: JobRow;
  column: string;
  remark: RowProblem;
  isWarning: boolean;
  mending: Mending;
  /** Before the import, a proposal is taken for the row, and nothing has to be mended. */
  chooser?: RowChooser;
  children: ReactNode;
};

/** A cell with a problem or a warning, to be mended in place, and below it what is wrong. */
export function MendedRemark(props: MendedRemarkProps) {
  const { row, column, remark, isWarning, mending, chooser, children } = props;
  const id = useId();
  const { value, proposed } = remark;
  const takes = proposed !== undefined && chooser?.takes(row) === true;
  return (
    <>
      <MendCell
        mends={mending.mends}
        row={row.row}
        column={column}
        value={value}
        mended={row.mended?.find((one) => one.column === column)}
        taken={takes ? proposed : undefined}
        proposed={chooser ? undefined : proposed}
        mayOmit={value !== undefined && mending.mayOmit(remark.path)}
        field={mending.fieldOf(remark.path)}
        isWrong={!isWarning}
        describedBy={id}
      />
      <Box id={id} component="span" sx={{ color: isWarning ? 'warning.main' : 'error.main' }}>
        {capitalise(problemText(remark))}
      </Box>
      {children}
    </>
  );
}

/** The cells of a row that are mended and have no problem, with their text in the file. */
export function MendedCells({
  row,
  shown,
  mending,
}: {
  row: JobRow;
  /** The columns that are shown with their problems. */
  shown: ReadonlySet<string>;
  mending: Mending | undefined;
}) {
  const texts = useTexts('import-rows');
  const others = (row.mended ?? []).filter(({ column }) => !shown.has(column));
  return others.map((one) => (
    <Box key={one.column} sx={{ display: 'contents' }}>
      <dt>{one.column}</dt>
      <dd>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {one.old ?? texts.empty}
        </Box>
        {' → '}
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
      </dd>
    </Box>
  ));
}

/** The cells that steps have changed; a mended cell is shown as such. */
export function SteppedCells({ row }: { row: JobRow }) {
  const texts = useTexts('import-rows');
  const mended = new Set((row.mended ?? []).map(({ column }) => column));
  const own = (row.stepped ?? []).filter(({ column }) => !mended.has(column));
  return own.map(({ column, old, new: now }) => (
    <Box key={column} sx={{ display: 'contents' }}>
      <dt>{column}</dt>
      <dd>
        <Box component="del" sx={{ color: 'text.secondary' }}>
          {old ?? texts.empty}
        </Box>
        {' → '}
        {now ?? texts.empty}{' '}
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
          {texts.stepped}
        </Typography>
      </dd>
    </Box>
  ));
}

/** A button that opens the cell behind a change. The text of the file is not known here, so the input begins empty. */
export function ChangeCell({
  row,
  path,
  mending,
}: {
  row: JobRow;
  path: string;
  mending: Mending;
}) {
  const column = mending.columnOf(path);
  const isMended = row.mended?.some((one) => one.column === column) === true;
  if (column === undefined || isMended) return null;
  return <OpenCell row={row.row} column={column} path={path} mending={mending} />;
}

type OpenCellProps = { row: number; column: string; path: string; mending: Mending };

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
