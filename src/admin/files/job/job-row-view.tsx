import { screenStyle } from '../../../fields/reader-style.ts';
import type { JobRow } from '../../../contract/jobs.ts';
import { Box, Checkbox, Typography, Button } from '@mui/material';
import { useId } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFileFields } from '../use-file-fields.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { MendCell } from './mend-cell.tsx';
import { CellChange, ChangeCell, MendedCells, SteppedCells } from './row-cells.tsx';
import type { RowChooser } from '../row-chooser.ts';
import type { Mending } from './mends.ts';
import { useTexts } from '../../messages/texts.ts';
import type { RowProblem } from '../../../files/import/rows/row-outcome.ts';
import { problemText } from '../../messages/problem-text.ts';
import { RowCommentsButton, type RowComments } from './row-comments.tsx';
import { capitalise } from '../../client/http.ts';

type JobRowViewProps = {
  row: JobRow;
  /** Its record exists and can be opened. */
  isThere: boolean;
  chooser: RowChooser | undefined;
  /** Set where its cells can be mended. */
  mending?: Mending | undefined;
  /** Set where the user may comment on it. */
  comments?: RowComments | undefined;
};

/** One row of the file: what it changes, cell by cell, or what is wrong with it. */
export function JobRowView({ row: one, isThere, chooser, mending, comments }: JobRowViewProps) {
  const { id, changes = [], problems = [], warnings = [] } = one;
  const { outcomes: texts } = useTexts('files');
  const { labelOf } = useFileFields();
  const remarks = [...problems, ...warnings].map((remark, at) => {
    const column = remark.column ?? mending?.columnOf(remark.path);
    return { remark, column, isWarning: at >= problems.length };
  });
  const shown = new Set(remarks.flatMap(({ column }) => column ?? []));
  return (
    <Box component="li" sx={rowSx}>
      <RowHead row={one} {...{ isThere, chooser, comments }} />
      <Box component="dl" sx={factsSx}>
        {remarks.map(({ remark, column, isWarning }, at) => {
          // Of several problems of a cell, the first has its input.
          const isFirst = remarks.findIndex((each) => each.column === column) === at;
          return (
            <Box key={`problem ${at}`} sx={{ display: 'contents' }}>
              <dt>{column ?? labelOf(remark.path)}</dt>
              <RowRemark
                row={one}
                {...{ remark, isWarning, mending, chooser }}
                column={isFirst ? column : undefined}
              />
            </Box>
          );
        })}
        <SteppedCells row={one} />
        <MendedCells row={one} shown={shown} mending={mending} />
        {changes.map((change) => (
          <CellChange
            key={change.field}
            label={labelOf(change.field)}
            old={'old' in change && <Value path={change.field} value={change.old} />}
          >
            <Value path={change.field} value={change.new} />
            {mending && <ChangeCell row={one} path={change.field} mending={mending} />}
          </CellChange>
        ))}
        {changes.length === 0 && remarks.length === 0 && id !== undefined && (
          <>
            <dt>{texts.record}</dt>
            <dd>{id}</dd>
          </>
        )}
      </Box>
    </Box>
  );
}

/** The number of a row, whether it is imported, and the way to its record. */
function RowHead({ row: one, isThere, chooser, comments }: Omit<JobRowViewProps, 'mending'>) {
  const { row, source, line = source?.row, id } = one;
  const { outcomes: texts } = useTexts('files');
  const { resource, may } = useResource();
  return (
    <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {chooser?.isChoosable(one) && (
        <Checkbox
          size="small"
          checked={!chooser.isLeftOut(one)}
          onChange={() => chooser.toggleRow(one)}
          slotProps={{ input: { 'aria-label': fillTemplate(texts.takeRow, { row }) } }}
          sx={{ p: 0.25, ml: -0.5, mr: 0.5 }}
        />
      )}
      {texts.row} {row}
      {line !== undefined && (source || line !== row) && (
        <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {source
            ? fillTemplate(texts.cell, { line, column: source.column })
            : fillTemplate(texts.line, { line })}
        </Typography>
      )}
      {isThere && id !== undefined && may('read') && (
        <TextLink
          to={toRecordPath(resource, id)}
          aria-label={fillTemplate(texts.openOf, { row })}
          sx={{ display: 'block', width: 'fit-content' }}
        >
          {texts.open}
        </TextLink>
      )}
      <RowCommentsButton row={one} comments={comments} />
    </Box>
  );
}

function Value({ path, value }: { path: string; value: unknown }) {
  const { outcomes: texts } = useTexts('files');
  const { find } = useFileFields();
  if (isEmptyValue(value)) return <i>{texts.empty}</i>;
  const field = find(path);
  // A dry run has stored no file that could be opened.
  if (field?.kind.files) return field.kind.text.words?.(value, field.settings, screenStyle());
  return field ? <FieldValue field={field} value={value} place="list" /> : JSON.stringify(value);
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '120px minmax(0, 1fr)' },
  gap: '2px 16px',
  px: 2,
  py: 1,
  fontSize: '0.84375rem',
  '& + &': { borderTop: 1, borderColor: 'divider' },
};

const factsSx = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 2fr) minmax(0, 3fr)',
    sm: 'minmax(90px, 180px) minmax(0, 1fr)',
  },
  gap: '2px 12px',
  m: 0,
  '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
  // What is one line in a list wraps here, up to five: the keyboard cannot reach a part that scrolls.
  '& dd span': { maxWidth: '100%', whiteSpace: 'normal' },
  '& dd span[title]': {
    display: '-webkit-inline-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 5,
  },
  '& dd': { m: 0, overflowWrap: 'anywhere', maxHeight: 120, overflow: 'auto' },
};

type RowRemarkProps = Pick<JobRowViewProps, 'row' | 'chooser' | 'mending'> & {
  remark: RowProblem;
  isWarning: boolean;
  /** The column of a cell that can be mended. */
  column: string | undefined;
};

/** A problem or a warning of a cell, which the user can correct in place, with the suggested value. */
function RowRemark({ row, remark, isWarning, column, mending, chooser }: RowRemarkProps) {
  const id = useId();
  const { value, proposed } = remark;
  const take = chooser && proposed !== undefined && <TakeButton {...{ row, proposed, chooser }} />;
  const text = (
    <Box id={id} component="span" sx={{ color: isWarning ? 'warning.main' : 'error.main' }}>
      {capitalise(problemText(remark))}
    </Box>
  );
  if (mending && column !== undefined)
    return (
      <Box component="dd" sx={mendedSx}>
        <MendCell
          mends={mending.mends}
          row={row.row}
          column={column}
          value={value}
          mended={row.mended?.find((one) => one.column === column)}
          taken={chooser?.takes(row) ? proposed : undefined}
          proposed={chooser ? undefined : proposed}
          mayOmit={value !== undefined && mending.mayOmit(remark.path)}
          field={mending.fieldOf(remark.path)}
          isWrong={!isWarning}
          describedBy={id}
        />
        {text}
        {take}
      </Box>
    );
  return (
    <dd>
      {value !== undefined && (
        <Box component="q" sx={{ mr: 1, whiteSpace: 'pre-wrap' }}>
          {value}
        </Box>
      )}
      {text}
      {take}
    </dd>
  );
}

type TakeButtonProps = { row: JobRow; proposed: string; chooser: RowChooser };

/** Uses the suggested value for a row, or no longer. */
function TakeButton({ row, proposed, chooser }: TakeButtonProps) {
  const { outcomes: texts } = useTexts('files');
  const takes = chooser.takes(row);
  return (
    <Button
      size="small"
      variant={takes ? 'contained' : 'outlined'}
      disabled={chooser.take === 'all'}
      aria-pressed={takes}
      aria-label={fillTemplate(texts.takeOf, { value: proposed, row: row.row })}
      onClick={() => chooser.toggleTake(row)}
      sx={{ ml: 1, py: 0, minWidth: 0 }}
    >
      {fillTemplate(texts.take, { value: proposed })}
    </Button>
  );
}

/** An input must not be cut off, and its ring needs room. */
const mendedSx = { '&&': { maxHeight: 'none', overflow: 'visible', minWidth: 0 } };
