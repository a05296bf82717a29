import { useTranslate } from 'react-admin';
import {
  endOfDay,
  fromLocal,
  readShownDate,
  readShownDateTime,
  showDate,
  showDateTime,
  startOfDay,
  toLocal,
} from '../../date-format.ts';
import type { FieldInputs, FilterProps, InputProps } from '../../field-ui.ts';
import { Range } from '../../screen/range.ui.tsx';
import { WrittenInput } from '../../screen/written-input.ui.tsx';
import type { Picker } from '../../screen/written-text.ui.tsx';

export const datetimeInputs: FieldInputs = {
  Input: DateTimeField,
  Filter: DateTimeFilter,
};

function DateTimeField({ source, label, helperText, validate }: InputProps) {
  return (
    <WrittenInput
      {...{ source, label, helperText, validate }}
      show={showDateTime}
      read={readShownDateTime}
      unreadable="keep"
      placeholder={useTranslate()('values.date_time_placeholder')}
      picker={{ type: 'datetime-local', toPicker: toLocal, fromPicker: fromLocal }}
    />
  );
}

/** By days of the reader's time zone, the last one included: nobody filters by the second. */
function DateTimeFilter({ source, label }: FilterProps) {
  const translate = useTranslate();
  const common = {
    show: showDay,
    unreadable: 'drop',
    placeholder: translate('values.date_placeholder'),
  } as const;
  return (
    <Range label={label}>
      <WrittenInput
        source={`${source}_gte`}
        label={translate('values.from')}
        read={readStart}
        picker={startPicker}
        {...common}
      />
      <WrittenInput
        source={`${source}_lte`}
        label={translate('values.to')}
        read={readEnd}
        picker={endPicker}
        {...common}
      />
    </Range>
  );
}

function showDay(moment: string): string {
  return showDate(toDay(moment) ?? moment);
}

function toDay(moment: string): string | undefined {
  return toLocal(moment)?.slice(0, 10);
}

function readStart(text: string): string | undefined {
  const date = readShownDate(text);
  return date === undefined ? undefined : startOfDay(date);
}

function readEnd(text: string): string | undefined {
  const date = readShownDate(text);
  return date === undefined ? undefined : endOfDay(date);
}

const startPicker: Picker = { type: 'date', toPicker: toDay, fromPicker: startOfDay };

const endPicker: Picker = { type: 'date', toPicker: toDay, fromPicker: endOfDay };
