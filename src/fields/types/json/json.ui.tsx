import { Box } from '@mui/material';
import type { CellProps, FieldUi } from '../../type/field-ui.ts';
import { codeSx, TruncatedLine } from '../../screen/line-cell.ui.tsx';

export const jsonUi: FieldUi = { Cell: JsonCell, words: writeJson, width: () => 'wide' };

function JsonCell({ value, place }: CellProps) {
  if (place === 'list') {
    return (
      <TruncatedLine place={place}>
        <Box component="code">{JSON.stringify(value)?.slice(0, 200)}</Box>
      </TruncatedLine>
    );
  }
  return (
    <Box
      component="pre"
      tabIndex={0}
      sx={{ ...codeSx, m: 0, p: 1, maxHeight: 320, overflow: 'auto' }}
    >
      {writeJson(value)}
    </Box>
  );
}

/** A JSON value as forms and pages write it. */
export function writeJson(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
