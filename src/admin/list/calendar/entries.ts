import type { RaRecord } from 'react-admin';
import { requireLast, requireValue } from '../../../fields/require-entry.ts';
import { showDate } from '../../../fields/text/date-format.ts';
import { addDays } from '../../../fields/text/time-zone.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { FieldUi } from '../../../fields/type/field-ui.ts';
import { uiOf } from '../../resource/field-value.tsx';

/** The fields by which a calendar places records: on the day of a date, or on the days from it to an end; in the row of a value. */
export type Period = { field: Field; end?: Field | undefined; rowField?: Field | undefined };

/** A record as the calendar shows it, from its first to its last day. */
export type Entry = {
  /** As stored; the other parts may be on their way to the server. */
  record: RaRecord;
  begins: string;
  ends: string | undefined;
  first: string;
  last: string;
  row: RowValue;
};

/** A choice or the id of a record that has a row of a calendar; null for the row of entries without one. */
export type RowValue = string | number | null;

type Values = Readonly<Record<string, unknown>>;

export function toRowValue(value: unknown): RowValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** How the type of a field puts its values on days. */
export function daysOf(field: Field): NonNullable<FieldUi['days']> {
  return requireValue(uiOf(field).days, `day of ${field.name}`);
}

/** Undefined for a record that does not begin. Without an end, or with one before its begin, it has one day. */
export function toEntry(
  { field, end, rowField }: Period,
  record: RaRecord,
  moving: Values = {},
): Entry | undefined {
  const shown: Values = { ...record, ...moving };
  const begins = shown[field.name];
  const ends = end && shown[end.name];
  if (typeof begins !== 'string') return undefined;
  const first = daysOf(field).dayOf(begins);
  const row = toRowValue(rowField && shown[rowField.name]);
  if (typeof ends !== 'string') return { record, begins, ends: undefined, first, last: first, row };
  const last = daysOf(field).lastDayOf(ends);
  return { record, begins, ends, first, last: last < first ? first : last, row };
}

/** The values of the record so many days later. Its times of day and its number of days stay. */
export function movedBy(count: number, { field, end }: Period, { begins, ends }: Entry): Values {
  const { dayOf, onDay } = daysOf(field);
  const later = (value: string): string => onDay(addDays(dayOf(value), count), value);
  return {
    [field.name]: later(begins),
    ...(end && ends !== undefined && { [end.name]: later(ends) }),
  };
}

/** The values of the record with another last day; undefined if it would end before it begins. */
export function stretchedTo(day: string, { field, end }: Period, entry: Entry): Values | undefined {
  const { dayOf, onDay } = daysOf(field);
  const { begins, last, ends = begins } = entry;
  const to = onDay(addDays(dayOf(ends), daysBetween(last, day)), ends);
  return end && Date.parse(to) >= Date.parse(begins) ? { [end.name]: to } : undefined;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** When an entry is: `03.03.2026 09:00 – 10:00`, or `03.03.2026 – 05.03.2026`. */
export function showDays(period: Period, entry: Entry): string {
  const day = entry.first === entry.last ? showDate(entry.first) : '';
  return [day, showTimes(period, entry)].filter(Boolean).join(' ');
}

/** The times of an entry, with the days if it has several; empty for one day without a time. */
export function showTimes({ field }: Period, entry: Entry): string {
  const { timeOf, dayOf } = daysOf(field);
  const { begins, ends, first, last } = entry;
  const show = (value: string): string =>
    [...(first === last ? [] : [showDate(dayOf(value))]), ...(timeOf ? [timeOf(value)] : [])].join(
      ' ',
    );
  return [begins, ...(ends === undefined ? [] : [ends])].map(show).filter(Boolean).join(' – ');
}

/**
 * The entries of each day of a week in lanes: an entry is in the same lane on all its days. What begins earlier comes
 * first, of what begins on the same day the longest; an empty place is undefined.
 */
export function toLanes(
  entries: readonly Entry[],
  week: readonly string[],
): ReadonlyMap<string, readonly (Entry | undefined)[]> {
  const [first = ''] = week;
  const lanes = new Map(week.map((day) => [day, [] as (Entry | undefined)[]]));
  const own = entries
    .filter((entry) => entry.first <= requireLast(week) && entry.last >= first)
    .toSorted((one, other) =>
      one.first === other.first
        ? daysBetween(other.first, other.last) - daysBetween(one.first, one.last)
        : daysBetween(other.first, one.first),
    );
  for (const entry of own) {
    const days = [...lanes].flatMap(([day, lane]) => (isOn(entry, day) ? [lane] : []));
    const free = Array.from({ length: own.length }, (_, at) => at).find((at) =>
      days.every((lane) => lane[at] === undefined),
    );
    for (const lane of days) lane[free ?? 0] = entry;
  }
  // A loop over holes skips them.
  return new Map([...lanes].map(([day, lane]) => [day, Array.from(lane)]));
}

export function isOn({ first, last }: Entry, day: string): boolean {
  return first <= day && day <= last;
}

/** What is dragged: an entry by one of its days, so many pixels from its start and its top; without a day its end. */
export type DraggedEntry = {
  entry: Entry;
  by: string | undefined;
  grabbed: { x: number; y: number };
};
