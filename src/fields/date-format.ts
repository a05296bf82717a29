/**
 * Dates as the screens write them, in every language: `21.11.2026`, `13:45:00`. A day has no time zone and is never
 * shifted; a moment is shown in the reader's zone.
 */
export function showDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  return year === undefined ? date : `${day}.${month}.${year}`;
}

export function showDateTime(moment: string): string {
  const local = toLocal(moment);
  return local === undefined ? moment : `${showDate(local.slice(0, 10))} ${local.slice(11)}`;
}

/** `21.11.2026`, also without leading zeros, → `2026-11-21`; undefined for unfinished text or no real day. */
export function readShownDate(text: string): string | undefined {
  const [, day = '', month = '', year = ''] =
    /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(text) ?? [];
  const date = year === '' ? text.trim() : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  return isDay(date) ? date : undefined;
}

/** `21.11.2026 13:45[:00]` in the reader's time zone → the moment in UTC. */
export function readShownDateTime(text: string): string | undefined {
  const [, day = '', time = ''] = /^\s*(\S+)\s+(\d{1,2}:\d{2}(?::\d{2})?)\s*$/.exec(text) ?? [];
  const date = readShownDate(day);
  if (date === undefined) return undefined;
  const local = `${date}T${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
  const moment = fromLocal(local);
  // When clocks go forward, an hour does not exist; JavaScript would read another one.
  const exists = moment !== undefined && toLocal(moment)!.startsWith(local);
  return exists || time.startsWith('24:') ? moment : undefined;
}

/** A moment for `<input type="datetime-local">` and our own formats: `2026-11-21T13:45:00` in the reader's zone. */
export function toLocal(moment: string): string | undefined {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return undefined;
  const year = String(at.getFullYear()).padStart(4, '0');
  const date = `${year}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
  return `${date}T${time}`;
}

export function fromLocal(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The first and the last moment of a day in the reader's time zone, for a filter on moments by day. */
export function startOfDay(date: string): string | undefined {
  return fromLocal(`${date}T00:00:00.000`);
}

export function endOfDay(date: string): string | undefined {
  return fromLocal(`${date}T23:59:59.999`);
}

function isDay(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date.startsWith('0000')) return false;
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
}

function twoDigits(part: string | number): string {
  return String(part).padStart(2, '0');
}
