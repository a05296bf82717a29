import { readShownDate, showDate } from '../../text/date-format.ts';
import { dayPicker } from '../../screen/notation-field.ui.tsx';
import type { FieldInputs, FilterProps, InputProps } from '../../type/field-ui.ts';
import { Range } from '../../screen/range.ui.tsx';
import { NotationInput } from '../../screen/notation-input.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const dateInputs: FieldInputs = { Input: DateField, Filter: DateFilter };

function DateField({ source, label, helperText, validate }: InputProps) {
  return (
    <NotationInput
      {...{ source, label, helperText, validate, picker: dayPicker }}
      show={showDate}
      read={readShownDate}
      unreadable="keep"
      placeholder={useFieldTexts().datePlaceholder}
    />
  );
}

function DateFilter({ source, label }: FilterProps) {
  const writing = {
    picker: dayPicker,
    show: showDate,
    read: readShownDate,
    unreadable: 'drop',
    placeholder: useFieldTexts().datePlaceholder,
  } as const;
  return <Range source={source} label={label} is={NotationInput<string>} from={writing} />;
}
