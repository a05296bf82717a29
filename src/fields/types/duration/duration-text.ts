import { cellSeconds } from '../../text/cell-seconds.ts';

/** A cell beyond is a date, not a duration. */
const LONGEST_CELL = 366 * 86_400;

/**
 * Seconds as `1:30`, hours and minutes, or as `1:30:05`. Seconds that a field without seconds has all the same, such as
 * those of a sum, are written too.
 */
export function writeDuration(value: number, hasSeconds: boolean): string {
  const size = Math.abs(value);
  const parts = [Math.floor(size / 60) % 60, ...(hasSeconds || size % 60 > 0 ? [size % 60] : [])];
  const rest = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${value < 0 ? '-' : ''}${Math.floor(size / 3600)}:${rest}`;
}

/** For screens: `1:30 h`, because `1:30` alone could be minutes; three parts need no unit. */
export function showDuration(value: number, hasSeconds: boolean): string {
  const text = writeDuration(value, hasSeconds);
  return text.split(':').length === 2 ? `${text} h` : text;
}

/**
 * A duration as people and machines write it, in seconds: `1:30`, `1:30:05`, `90m`, `1h 30m`, `90 min`, `1,5 Std`,
 * `PT1H30M` (ISO 8601, without years and months). Undefined for any other text, such as a number without a unit.
 */
export function readDuration(written: string): number | undefined {
  const [, sign = '', text = ''] = /^([-−+]?)\s*(\S.*)$/s.exec(written.trim().toLowerCase()) ?? [];
  if (text.length > 60) return undefined;
  const seconds = readClock(text) ?? readIso(text) ?? readUnits(text);
  if (seconds === undefined || !Number.isSafeInteger(seconds)) return undefined;
  return seconds !== 0 && /[-−]/.test(sign) ? -seconds : seconds;
}

/** The duration in a cell of a workbook; undefined for one with a date. */
export function readDurationCell(cell: Date): number | undefined {
  const seconds = cellSeconds(cell);
  return seconds >= 0 && seconds < LONGEST_CELL ? seconds : undefined;
}

function readClock(text: string): number | undefined {
  const [, hours, minutes, seconds = 0] =
    /^(\d+):([0-5]\d)(?::([0-5]\d))?(?:\s*(?:h|std\.?))?$/.exec(text) ?? [];
  return hours === undefined
    ? undefined
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function readIso(text: string): number | undefined {
  const match = /^p(?=.)(?:(\d+)w)?(?:(\d+)d)?(?:t(?=.)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const sizes = [604_800, 86_400, 3600, 60, 1];
  return sizes.reduce((sum, size, at) => sum + size * Number(match[at + 1] ?? 0), 0);
}

const AMOUNT = String.raw`(\d+(?:[.,]\d+)?)\s*`;
const UNITS = new RegExp(
  `^(?:${AMOUNT}(?:d|days?|tage?|t)\\s*)?(?:${AMOUNT}(?:h|hrs?|hours?|std\\.?|stunden?)\\s*)?` +
    `(?:${AMOUNT}(?:m|mins?|minutes?|min\\.|minuten?)\\s*)?(?:${AMOUNT}(?:s|secs?|seconds?|sek\\.?|sekunden?))?$`,
);

function readUnits(text: string): number | undefined {
  const match = UNITS.exec(text);
  if (match === null || !/\d/.test(text)) return undefined;
  return [86_400, 3600, 60, 1].reduce(
    // Rounds only what binary fractions add: 1.1 hours are 3960 seconds.
    (sum, size, at) => Number((sum + size * toNumber(match[at + 1])).toFixed(6)),
    0,
  );
}

function toNumber(written: string | undefined): number {
  return Number((written ?? '0').replace(',', '.'));
}
