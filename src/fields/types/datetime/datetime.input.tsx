import {
  endOfDay,
  readShownDate,
  showDate,
  shownTimeZone,
  startOfDay,
  toLocal,
} from '../../text/date-format.ts';
import { ownTimeZone } from '../../text/time-zone.ts';
import type { FieldInputs, FilterProps, InputProps } from '../../type/field-ui.ts';
import { Range } from '../../screen/range.ui.tsx';
import { calendar, momentNotation } from '../../screen/notation-field.ui.tsx';
import { NotationInput } from '../../screen/notation-input.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const datetimeInputs: FieldInputs = { Input: DateTimeField, Filter: DateTimeFilter };

function DateTimeField({ source, label, helperText, validate }: InputProps) {
  return (
    <NotationInput
      {...{ source, label, validate }}
      // Somebody in another time zone would otherwise read the time as their own.
      helperText={helperText ?? (shownTimeZone() === ownTimeZone() ? undefined : shownTimeZone())}
      {...momentNotation}
      unreadable="keep"
      placeholder={useFieldTexts().dateTimePlaceholder}
    />
  );
}

/** Filters by days, including the last one: nobody filters by the second. */
function DateTimeFilter({ source, label }: FilterProps) {
  const placeholder = useFieldTexts().datePlaceholder;
  return (
    <Range
      source={source}
      label={label}
      is={NotationInput<string>}
      from={{ ...byStart, placeholder }}
      to={{ ...byEnd, placeholder }}
    />
  );
}

const byStart = byDay(startOfDay);
const byEnd = byDay(endOfDay);

/** Lets the user write a day, and stores a moment of it. */
function byDay(toMoment: (date: string) => string | undefined) {
  return {
    show: (moment: string) => showDate(toDay(moment) ?? moment),
    read: (text: string) => {
      const date = readShownDate(text);
      return date === undefined ? undefined : toMoment(date);
    },
    unreadable: 'drop',
    picker: { ...calendar, type: 'date', toPicker: toDay, fromPicker: toMoment },
  } as const;
}

function toDay(moment: string): string | undefined {
  return toLocal(moment)?.slice(0, 10);
}
