import { Box, InputAdornment } from '@mui/material';
import { NumberInput, useTranslate } from 'react-admin';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { showNumber } from './number-format.ts';
import { useLanguage } from './screen/language.ui.ts';
import { Range } from './screen/range.ui.tsx';

export const numberUi: FieldUi = {
  Cell: NumberCell,
  Input: NumberField,
  Filter: NumberFilter,
  align: 'right',
  width: () => 'narrow',
};

function NumberCell({ field, value, place }: CellProps) {
  const shown = showNumber(Number(value), field.settings, useLanguage());
  const { unit } = field.settings;
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {/* In a list the heading is the place for a unit that is the same in every row. */}
      {unit !== undefined && place === 'page' ? `${shown} ${unit}` : shown}
    </Box>
  );
}

function NumberField({ field, source, label, helperText, validate }: InputProps) {
  const { integer, min, max, unit } = field.settings;
  return (
    <NumberInput
      source={source}
      label={label}
      helperText={helperText ?? false}
      validate={validate}
      size="small"
      fullWidth
      step={integer ? 1 : 'any'}
      min={min}
      max={max}
      slotProps={{
        input: {
          endAdornment: unit && <InputAdornment position="end">{unit}</InputAdornment>,
        },
        htmlInput: {
          inputMode: integer ? 'numeric' : 'decimal',
          // Scrolling the page over a focused number must not change it.
          onWheel: (event: { currentTarget: HTMLElement }) => event.currentTarget.blur(),
        },
      }}
    />
  );
}

function NumberFilter({ field, source, label }: FilterProps) {
  const translate = useTranslate();
  const common = {
    helperText: false,
    size: 'small',
    step: field.settings.integer ? 1 : 'any',
  } as const;
  return (
    <Range label={label}>
      <NumberInput source={`${source}_gte`} label={translate('values.from')} {...common} />
      <NumberInput source={`${source}_lte`} label={translate('values.to')} {...common} />
    </Range>
  );
}
