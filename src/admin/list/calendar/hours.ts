import { fromLocal } from '../../../fields/text/date-format.ts';
import { addDays } from '../../../fields/text/time-zone.ts';
import { daysOf, isOn, type Entry, type Period } from './entries.ts';

/** An entry in the hours of a day: its minutes, and its place among those beside it. */
type InHours = { entry: Entry; from: number; to: number; lane: number; lanes: number };

const DAY = 24 * 60;
/** What has no end is shown as an hour; what is shorter still has room for a line. */
const [OPEN, SHORTEST] = [60, 30];

/**
 * The entries that are on this day alone, or with `isCut` the part of each that is on this day. Those at the same time
 * are side by side.
 */
export function toHours(
  entries: readonly Entry[],
  period: Period,
  day: string,
  isCut = false,
): InHours[] {
  const own = entries
    .filter((entry) => (isCut ? isOn(entry, day) : entry.first === day && entry.last === day))
    .map((entry) => ({ entry, ...minutesOf(period, entry, day), lane: 0, lanes: 1 }))
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  let together: InHours[] = [];
  for (const each of own) {
    if (together.every(({ to }) => to <= each.from)) together = [];
    const taken = new Set(together.filter(({ to }) => to > each.from).map(({ lane }) => lane));
    while (taken.has(each.lane)) each.lane += 1;
    together.push(each);
    const lanes = Math.max(...together.map(({ lane }) => lane)) + 1;
    for (const one of together) one.lanes = lanes;
  }
  return own;
}

function minutesOf({ field }: Period, entry: Entry, day: string): { from: number; to: number } {
  const { begins, ends, first, last } = entry;
  const minutes = (value: string): number => {
    const [hour = 0, minute = 0] = (daysOf(field).timeOf?.(value) ?? '').split(':').map(Number);
    return hour * 60 + minute;
  };
  const from = first < day ? 0 : Math.min(minutes(begins), DAY - SHORTEST);
  if (last > day) return { from, to: DAY };
  // Midnight is the end of the day.
  const to = ends === undefined ? from + OPEN : minutes(ends) || DAY;
  return { from, to: Math.min(DAY, Math.max(to, from + SHORTEST)) };
}

/** The values of the record that begins at a minute of a day, and keeps its length. */
export function beginningAt(day: string, minutes: number, { field, end }: Period, entry: Entry) {
  const begins = momentAt(day, Math.min(minutes, DAY - 15));
  const later = Date.parse(begins) - Date.parse(entry.begins);
  return {
    [field.name]: begins,
    ...(end &&
      entry.ends !== undefined && {
        [end.name]: new Date(Date.parse(entry.ends) + later).toISOString(),
      }),
  };
}

/** The values of the record that ends at a minute of a day; undefined if that is before it begins. */
export function endingAt(day: string, minutes: number, { end }: Period, entry: Entry) {
  const ends = momentAt(day, minutes);
  return end && Date.parse(ends) > Date.parse(entry.begins) ? { [end.name]: ends } : undefined;
}

function momentAt(day: string, minutes: number): string {
  const at = Math.max(0, minutes);
  if (at >= DAY) return momentAt(addDays(day, 1), 0);
  const [hour, minute] = [Math.floor(at / 60), at % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return fromLocal(`${day}T${hour}:${minute}:00`) ?? day;
}
