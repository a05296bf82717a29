import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { readShownDate, showDate } from './date-format.ts';
import type { CellProps, FieldUi, FilterProps, InputProps } from './field-ui.ts';
import { Range } from './screen/range.ui.tsx';
import { WrittenInput, type Picker } from './screen/written-input.ui.tsx';

export const dateUi: FieldUi = {
  Cell: DateCell,
  Input: DateField,
  Filter: DateFilter,
  width: () => 'narrow',
};

function DateCell({ value }: CellProps) {
  return (
    <Box component="time" dateTime={String(value)} sx={shownSx}>
      {showDate(String(value))}
    </Box>
  );
}

function DateField({ source, label, helperText, validate }: InputProps) {
  return (
    <WrittenInput
      {...{ source, label, helperText, validate, picker }}
      show={showDate}
      read={readShownDate}
      unreadable="keep"
      placeholder={useTranslate()('values.date_placeholder')}
    />
  );
}

function DateFilter({ source, label }: FilterProps) {
  const translate = useTranslate();
  const common = {
    picker,
    show: showDate,
    read: readShownDate,
    unreadable: 'drop',
    placeholder: translate('values.date_placeholder'),
  } as const;
  return (
    <Range label={label}>
      <WrittenInput source={`${source}_gte`} label={translate('values.from')} {...common} />
      <WrittenInput source={`${source}_lte`} label={translate('values.to')} {...common} />
    </Range>
  );
}

const picker: Picker = {
  type: 'date',
  toPicker: (date) => date,
  fromPicker: (picked) => (picked === '' ? undefined : picked),
};

const shownSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
