import { monthOf } from '../../fields/text/month-names.ts';
import type { DateForm } from './step.ts';

/** A date as `YYYY-MM-DD`, with a time behind it that is lost, or why it is none. */
export type DateCell = { date: string; hasTime?: boolean } | 'two-digit year' | 'no date';

const DAY_MS = 86_400_000;
/** Spreadsheets count a 29 February 1900 that never was; from March on, day 0 is this one. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** 31 December 9999 */
const LAST_DAY = 2_958_465;

/** Reads `3.4.21`, `2021/4/3`, `3. April 2021`, `17-Jan-2022` and the like, also with a time behind. */
export function readDateCell(text: string, { order, pivot, serial }: DateForm): DateCell {
  const [, bare = '', time = ''] = behind.exec(text.trim()) ?? [];
  const hasTime = /[1-9]/.test(time);
  const day = readDay(bare, { order, pivot, serial });
  return hasTime && typeof day === 'object' ? { ...day, hasTime } : day;
}

/** A date, and the time behind it. */
const behind =
  /^(.*?)(?:[T,\s]+(\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?)\s*(?:[ap]m|Z|UTC|Uhr|[+-]\d{2}:?\d{2})?)?$/i;

function readDay(bare: string, { order, pivot, serial }: DateForm): DateCell {
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return toDate(bare.split('-').map(Number));
  if (serial && /^\d{1,7}(?:\.\d+)?$/.test(bare)) return fromSerial(Number(bare));
  const parts = namedParts(bare) ?? numberParts(bare, order);
  return parts ? toFullDate(parts, pivot) : 'no date';
}

type DateParts = readonly [year: string, month: string, day: string];

/** The date with the century of a year that lacks it. */
function toFullDate([year, month, day]: DateParts, pivot: number | undefined): DateCell {
  const [inYear, inMonth, inDay] = [Number(year), Number(month), Number(day)];
  if (year.length === 4) return toDate([inYear, inMonth, inDay]);
  if (year.length !== 2) return 'no date';
  if (pivot === undefined) return 'two-digit year';
  return toDate([(inYear <= pivot ? 2000 : 1900) + inYear, inMonth, inDay]);
}

function numberParts(bare: string, order: DateForm['order']): DateParts | undefined {
  const match = /^(\d{1,4})\s*[./\s-]\s*(\d{1,2})\s*[./\s-]\s*(\d{1,4})$/.exec(bare);
  const part = (letter: string) => match?.[order.indexOf(letter) + 1] ?? '';
  return match ? [part('Y'), part('M'), part('D')] : undefined;
}

/** The parts of a date whose month has its English or German name: its place then shows the order. */
function namedParts(bare: string): DateParts | undefined {
  const [, month = ''] = /(?:^|[^\p{L}])(\p{L}{3,})/u.exec(bare) ?? [];
  const number = monthOf(month);
  if (number === undefined) return undefined;
  const rest = bare.replace(month, ' ');
  // `April 3rd, 2021`, `17-Jan-2022`, `2022 Jan 17`
  const [, first = '', last = ''] =
    /^[\s.,/-]*(\d{1,4})(?:st|nd|rd|th)?[\s.,/-]+(\d{1,4})[\s.]*$/i.exec(rest) ?? [];
  if (first === '') return undefined;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  return [year, String(number), day];
}

function fromSerial(days: number): DateCell {
  // Before March 1900 the count is off by one, and nobody means such days.
  if (days < 61 || days > LAST_DAY) return 'no date';
  const date = new Date(DAY_ZERO + Math.floor(days) * DAY_MS).toISOString().slice(0, 10);
  return Number.isInteger(days) ? { date } : { date, hasTime: true };
}

function toDate([year = 0, month = 0, day = 0]: readonly number[]): DateCell {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 0;
  return isReal ? { date: date.toISOString().slice(0, 10) } : 'no date';
}
