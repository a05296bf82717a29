/**
 * The days and times of a time zone of the IANA database, such as `Europe/Berlin`. A local time is text without a zone,
 * `2026-11-21T13:45:00.000`.
 */

/** The time zone of this machine: of the server, or of the browser. */
export function ownTimeZone(): string {
  return (ownZone ??= readOwnTimeZone());
}

function readOwnTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : UTC;
}

// Each field of a form asks for it at every key, and to make a format takes longer than to check the field.
let ownZone: string | undefined;

/** Whether the IANA database has a time zone of this name; offsets such as `+01:00` have no rules and do not count. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The local time of a moment. */
export function toLocalTime(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone))
    .toISOString()
    .slice(0, -1);
}

/** The day of a moment, `2026-11-21`. */
export function toLocalDay(moment: Date, timeZone: string): string {
  return toLocalTime(moment, timeZone).slice(0, -13);
}

/**
 * The moment of a local time, and whether the time exists. One that clocks skip in spring is read with the offset
 * before, as PostgreSQL does: 02:30 means 03:30. One that clocks repeat in autumn `isTwice`, and means the first.
 * Undefined if the text does not say a time.
 */
export function fromLocalTime(local: string, timeZone: string): LocalMoment | undefined {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return undefined;
  const [before, after] = [wall - DAY, wall + DAY].map((at) => wall - offsetAt(at, timeZone)) as [
    number,
    number,
  ];
  const hits = [...new Set([before, after])].filter((at) => at + offsetAt(at, timeZone) === wall);
  const moment = new Date(hits.length === 0 ? before : Math.min(...hits));
  return { moment, exists: hits.length > 0, isTwice: hits.length > 1 };
}

type LocalMoment = { moment: Date; exists: boolean; isTwice: boolean };

/** The moment of a date and time in a workbook, whose clock is in the UTC time of the cell. */
export function readCellTime(cell: Date, timeZone: string): LocalMoment {
  const local = cell.toISOString().slice(0, -1);
  return fromLocalTime(local, timeZone) ?? { moment: cell, exists: true, isTwice: false };
}

/**
 * The moment at which a day begins; a day ends where the next one begins. Undefined if the text does not say a day. The first and
 * the last day that PostgreSQL and ISO 8601 both write with four digits begin within these years in every zone.
 */
export function startOfLocalDay(day: string, timeZone: string): Date | undefined {
  const start = fromLocalTime(`${day}T00:00:00.000`, timeZone)?.moment;
  return start && new Date(Math.min(Math.max(start.getTime(), FIRST), LAST));
}

/** The day that is so many days later, or with a negative number earlier. */
export function addDays(day: string, count: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, -14);
}

const FIRST = Date.parse('0001-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const UTC = 'UTC';
const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the clocks of a zone are ahead of UTC at a moment. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === UTC) return 0;
  let format = formats.get(timeZone);
  if (!format) {
    // A format of its own takes much longer to make than to use.
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1000;
}
