import type { JobRow } from '../../contract/jobs.ts';
import { Box, Button } from '@mui/material';
import type { RowProblem } from '../../files/import/row-origin.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { problemText } from '../messages/problem-text.ts';
import type { RowChooser } from './row-choice.ts';
import { useTexts } from '../messages/texts.ts';
import { capitalise } from '../client/http.ts';

type RowRemarkProps = {
  row: JobRow;
  remark: RowProblem;
  isWarning: boolean;
  chooser?: RowChooser;
};

/** What is wrong with a cell, or deserves a look, and the value that was probably meant, to be taken. */
export function RowRemark({ row, remark, isWarning, chooser }: RowRemarkProps) {
  const { outcomes: texts } = useTexts('transfer');
  const { value, proposed } = remark;
  const takes = chooser?.takes(row) ?? false;
  return (
    <dd>
      {value !== undefined && (
        <Box component="q" sx={{ mr: 1, whiteSpace: 'pre-wrap' }}>
          {value}
        </Box>
      )}
      <Box component="span" sx={{ color: isWarning ? 'warning.main' : 'error.main' }}>
        {capitalise(problemText(remark))}
      </Box>
      {chooser && proposed !== undefined && (
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
      )}
    </dd>
  );
}
