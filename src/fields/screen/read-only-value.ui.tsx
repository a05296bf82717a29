import { FormHelperText, Box, Typography } from '@mui/material';
import { useId, type ComponentType } from 'react';
import { useTranslate, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { CellProps, InputProps } from '../field-ui.ts';

type ReadOnlyValueProps = InputProps & { Cell: ComponentType<CellProps> };

/**
 * A value that cannot be changed here, drawn as on any page: a greyed input would
 * be hard to read, keep its links from being followed and cut a long text off.
 */
export function ReadOnlyValue({ field, source, label, helperText, Cell }: ReadOnlyValueProps) {
  const translate = useTranslate();
  const id = useId();
  const value = useWatch({ name: useWrappedSource(source) }) as unknown;
  return (
    <Box role="group" aria-labelledby={id} sx={{ width: '100%', mb: 1 }}>
      <Typography id={id} component="div" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ minHeight: 24, overflowWrap: 'anywhere' }}>
        {isEmpty(value) ? (
          <Box
            component="span"
            role="img"
            aria-label={translate('values.presence.empty')}
            sx={{ color: 'text.disabled' }}
          >
            –
          </Box>
        ) : (
          <Cell field={field} value={value} place="page" />
        )}
      </Box>
      {helperText !== undefined && <FormHelperText>{helperText}</FormHelperText>}
    </Box>
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}
