import { addDays, fromLocalTime, ownTimeZone, startOfLocalDay, toLocalTime } from './time-zone.ts';

/**
 * Dates as the screens write them, in every language: `21.11.2026`, `13:45:00`. A day has no time zone and is never
 * shifted; a moment is shown in the time zone of the installation, so that its day is the one that filters find.
 */

let shownZone: string | undefined;

/** Sets the time zone of all screens. Before anybody has signed in it is the browser's. */
export function showTimesIn(timeZone: string): void {
  shownZone = timeZone;
}

export function shownTimeZone(): string {
  return shownZone ?? ownTimeZone();
}

export function showDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return year === undefined ? date : `${day}.${month}.${year}`;
}

/**
 * `21.11.2026 13:45:00`. When clocks go back, an hour comes twice; the second one is marked with its offset. A day stays
 * a day, as a filter on moments may have it.
 */
export function showDateTime(moment: string, timeZone = shownTimeZone()): string {
  const local = toLocal(moment, timeZone);
  if (local === undefined || isDay(moment)) return showDate(moment);
  const first = fromLocal(local, timeZone)?.slice(0, -5);
  const isSecond = first !== new Date(moment).toISOString().slice(0, -5);
  const offset = isSecond ? ` ${offsetOf(moment, timeZone)}` : '';
  return `${showDate(local.slice(0, 10))} ${local.slice(11)}${offset}`;
}

/** `21.11.2026`, also without leading zeros, → `2026-11-21`; undefined for unfinished text or no real day. */
export function readShownDate(text: string): string | undefined {
  const [, day = '', month = '', year = ''] =
    /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(text) ?? [];
  const date = year === '' ? text.trim() : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isDay(date) ? date : undefined;
}

/**
 * `21.11.2026 13:45[:00]`, perhaps with an offset behind, → the moment in UTC. When clocks go back, a time without an
 * offset means the first of its two moments; when they go forward, an hour does not exist.
 */
export function readShownDateTime(text: string): string | undefined {
  const [, day = '', time = '', offset = ''] =
    /^\s*(\S+)\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*([+-]\d{2}:\d{2})?\s*$/.exec(text) ?? [];
  const date = readShownDate(day);
  if (date === undefined) return undefined;
  const local = `${date}T${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
  if (offset !== '') return toMoment(new Date(`${local}${offset}`));
  const at = fromLocalTime(local, shownTimeZone());
  return at?.exists ? toMoment(at.moment) : undefined;
}

/** A moment for `<input type="datetime-local">` and our own formats: `2026-11-21T13:45:00`. */
export function toLocal(moment: string, timeZone = shownTimeZone()): string | undefined {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? undefined : toLocalTime(at, timeZone).slice(0, -4);
}

export function fromLocal(local: string, timeZone = shownTimeZone()): string | undefined {
  return toMoment(fromLocalTime(local, timeZone)?.moment);
}

/** The first and the last moment of a day, for a filter on moments by day. */
export function startOfDay(date: string): string | undefined {
  return toMoment(startOfLocalDay(date, shownTimeZone()));
}

export function endOfDay(date: string): string | undefined {
  const next = isDay(date) ? startOfLocalDay(addDays(date, 1), shownTimeZone()) : undefined;
  return toMoment(next && new Date(next.getTime() - 1));
}

/** `+01:00`, the offset of a time zone at a moment. */
function offsetOf(moment: string, timeZone: string): string {
  const at = new Date(moment);
  const minutes = (Date.parse(`${toLocalTime(at, timeZone)}Z`) - at.getTime()) / 60_000;
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function toMoment(at: Date | undefined): string | undefined {
  return at === undefined || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return false;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

function twoDigits(part: string | number): string {
  return String(part).padStart(2, '0');
}
