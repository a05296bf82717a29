/**
 * Days and months of a calendar as texts, `2026-11-21` and `2026-11`. They have no time zone, so they are
 * calculated in UTC.
 */

import { showDate, shownTimeZone } from '../../../fields/text/date-format.ts';
import { addDays, toLocalDay } from '../../../fields/text/time-zone.ts';

/** The month that is this many months later. */
export function addMonths(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 7);
}

/** The whole weeks that a month touches. `firstDay` is the day a week begins with, from 1, Monday, to 7. */
export function weeksOf(month: string, firstDay: number): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const start = addDays(first, -((weekday(first) - firstDay + 7) % 7));
  const weeks: string[][] = [];
  for (let at = start; at.slice(0, 7) <= month; at = addDays(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(at, day)));
  return weeks;
}

/** Today in the time zone of the screens. */
export function today(now = new Date()): string {
  return toLocalDay(now, shownTimeZone());
}

/** The days of weeks and months as years of four digits; others have no calendar here. */
export function isMonth(text: string | null): text is string {
  return text !== null && /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** Whether a text is a day of such a month. */
export function isDay(text: string | null): text is string {
  const [, month = null] = /^(.{7})-\d\d$/.exec(text ?? '') ?? [];
  // A day that its month lacks becomes one of the next month.
  return (
    isMonth(month) && /-(0[1-9]|[12]\d|3[01])$/.test(text ?? '') && addDays(text ?? '', 0) === text
  );
}

/** The day a week begins with, in the region of the browser if it speaks the language of the screens. */
export function firstDayOf(
  language: string,
  browser: readonly string[] = navigator.languages,
): number {
  const region = browser.find((each) => each.startsWith(`${language}-`)) ?? language;
  const locale: Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week } = new Intl.Locale(
    region,
  );
  // Monday, as in ISO 8601, in a browser that does not know.
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

type Week = { firstDay: number };

/** `Saturday, 21.11.2026`: the date as everywhere on the screens, and its weekday in their language. */
export function nameOfDay(day: string, language: string): string {
  return `${nameOfWeekday(day, language, 'long')}, ${showDate(day)}`;
}

/** The day, after the row of the calendar if it has some: `Room 2, Saturday, 21.11.2026`. */
export function nameOfPlace(
  row: { name: string } | undefined,
  day: string,
  language: string,
): string {
  return [...(row ? [row.name] : []), nameOfDay(day, language)].join(', ');
}

export function nameOfMonth(month: string, language: string): string {
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, style).format(toDate(`${month}-01`));
}

export function nameOfWeekday(day: string, language: string, length: 'short' | 'long'): string {
  return new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    toDate(day),
  );
}

/** From 1, Monday, to 7. */
function weekday(day: string): number {
  return toDate(day).getUTCDay() || 7;
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
