import type { DateForm } from './step.ts';

/** A date as `YYYY-MM-DD`, or why it is none. */
export type DateCell = { date: string } | 'two-digit year' | 'no date';

const DAY_MS = 86_400_000;
/** Spreadsheets count a 29 February 1900 that never was; from March on, day 0 is this one. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** 31 December 9999 */
const LAST_DAY = 2_958_465;

/** Reads `3.4.21`, `2021/4/3` and the like, also with a time behind. */
export function readDateCell(text: string, { order, pivot, serial }: DateForm): DateCell {
  const bare = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return toDate(bare.split('-').map(Number));
  if (serial && /^\d{1,7}(?:\.\d+)?$/.test(bare)) return fromSerial(Number(bare));
  const found = /^(\d{1,4})\s*[./\s-]\s*(\d{1,2})\s*[./\s-]\s*(\d{1,4})(?:[T,\s].*)?$/.exec(bare);
  if (!found) return 'no date';
  const parts = found.slice(1, 4);
  const [year = '', month, day] = [...'YMD'].map((part) => parts[order.indexOf(part)]!);
  if (year.length === 2 && pivot === undefined) return 'two-digit year';
  if (year.length !== 2 && year.length !== 4) return 'no date';
  const short = Number(year);
  const full = year.length === 4 ? short : short <= pivot! ? 2000 + short : 1900 + short;
  return toDate([full, Number(month), Number(day)]);
}

function fromSerial(days: number): DateCell {
  // Before March 1900 the count is off by one, and nobody means such days.
  if (days < 61 || days > LAST_DAY) return 'no date';
  return { date: new Date(DAY_ZERO + Math.floor(days) * DAY_MS).toISOString().slice(0, 10) };
}

function toDate([year = 0, month = 0, day = 0]: readonly number[]): DateCell {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 0;
  return isReal ? { date: date.toISOString().slice(0, 10) } : 'no date';
}
