import { Box } from '@mui/material';
import { TextInput } from 'react-admin';
import type { CellProps, FieldUi, InputProps } from './field-ui.ts';
import { ContainsFilter } from './screen/contains-filter.ui.tsx';
import { Line } from './screen/line-cell.ui.tsx';

/** What is never longer needs no more room than a number. */
const SHORT = 40;

export const textUi: FieldUi = {
  Cell: TextCell,
  Input: TextField,
  Filter: ContainsFilter,
  width: ({ settings }) =>
    settings.multiline ? 'wide' : settings.maxLength <= SHORT ? 'narrow' : undefined,
};

function TextCell({ value, place }: CellProps) {
  const text = String(value);
  if (place === 'page') {
    return (
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    );
  }
  return (
    <Line place={place} title={text.length > 36 ? text : undefined}>
      {text}
    </Line>
  );
}

function TextField({ field, source, label, helperText, validate }: InputProps) {
  return (
    <TextInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
      {...(field.settings.multiline ? { multiline: true, minRows: 2, maxRows: 16 } : {})}
    />
  );
}
