import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { ColumnPreview, InspectedColumn } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { capitalise } from '../../client/http.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import { useFileFields } from '../use-file-fields.ts';
import { showSamples } from './sample-cells.ts';

type ColumnSamplesProps = { column: InspectedColumn; preview: ColumnPreview | undefined };

/** The first cells of a column; where its field holds something else or refuses them, what becomes of each. */
export function ColumnSamples({ column, preview }: ColumnSamplesProps) {
  const { columns: texts } = useTexts('files');
  const { find } = useFileFields();
  const samples = showSamples(column);
  if (!preview?.isChanged) {
    return (
      <Typography variant="body2" color="text.secondary" noWrap title={samples}>
        {samples}
      </Typography>
    );
  }
  const field = find(preview.field);
  return (
    <Box
      component="ul"
      aria-label={fillTemplate(texts.becomesOf, { name: column.name })}
      sx={listSx}
    >
      {preview.cells.map(({ row, from, to, problems }) => (
        <li key={row}>
          <span>{String(from)}</span>
          {' → '}
          {problems.length > 0 ? (
            <Box component="span" sx={{ color: 'error.main' }}>
              {problems.map((one) => capitalise(problemText(one))).join(' ')}
            </Box>
          ) : (
            <Becomes to={to}>
              {field && <FieldValue field={field} value={to} place="list" />}
            </Becomes>
          )}
        </li>
      ))}
    </Box>
  );
}

function Becomes({ to, children }: { to?: unknown; children: ReactNode }) {
  const { columns: texts } = useTexts('files');
  if (to === undefined) return <i>{texts.stays}</i>;
  return isEmptyValue(to) ? <i>{texts.nothing}</i> : children;
}

const listSx = {
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& li': { overflowWrap: 'anywhere' },
  '& li > span:first-of-type': { whiteSpace: 'pre-wrap' },
};
