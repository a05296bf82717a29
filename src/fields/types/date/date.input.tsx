import { useTranslate } from 'react-admin';
import { readShownDate, showDate } from '../../date-format.ts';
import { dayPicker } from '../../screen/written-text.ui.tsx';
import type { FieldInputs, FilterProps, InputProps } from '../../field-ui.ts';
import { Range } from '../../screen/range.ui.tsx';
import { WrittenInput } from '../../screen/written-input.ui.tsx';

export const dateInputs: FieldInputs = {
  Input: DateField,
  Filter: DateFilter,
};

function DateField({ source, label, helperText, validate }: InputProps) {
  return (
    <WrittenInput
      {...{ source, label, helperText, validate, picker: dayPicker }}
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
    picker: dayPicker,
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
