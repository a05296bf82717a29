import {
  endOfDay,
  fromLocal,
  readShownDateTime,
  showDateTime,
  startOfDay,
  toLocal,
} from '../../text/date-format.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { timeUi } from '../date/date.ui.tsx';

export const datetimeUi: FieldUi = {
  ...timeUi(showDateTime),
  read: readShownDateTime,
  days: {
    dayOf,
    lastDayOf: (value) => dayOf(new Date(Date.parse(value) - 1).toISOString()),
    timeOf: (value) => toLocal(value)?.slice(11, 16) ?? value,
    // The time of day stays; a new record is at noon, which is the same day in most time zones.
    onDay: (day, value) =>
      fromLocal(`${day}T${(value && toLocal(value)?.slice(11)) ?? '12:00:00'}`) ?? day,
    between: (from, to) => [startOfDay(from) ?? from, endOfDay(to) ?? to],
  },
};

function dayOf(value: string): string {
  return toLocal(value)?.slice(0, 10) ?? value;
}
