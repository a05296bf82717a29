import { cellSeconds } from '../../text/cell-seconds.ts';

const DAY = 86_400;

/**
 * A time of day as people write it (`9:05`, `14.30`, `2:30 pm`, `14 Uhr`) in its stored form: `14:30`, or `14:30:05` if
 * the field has seconds. Undefined for a text that is no time, or has seconds that the field does not have.
 */
export function readTime(written: string, hasSeconds: boolean): string | undefined {
  const [, hours = '', minutes = '0', seconds = '0', half] =
    /^(\d{1,2})(?:[:.](\d{2})(?:[:.](\d{2}))?)?\s*(?:([ap])\.?m\.?|uhr)?$/i.exec(written.trim()) ??
    [];
  if (hours === '' || /^\s*\d+\s*$/.test(written)) return undefined;
  const hour = half === undefined ? Number(hours) : ofHalfDay(Number(hours), half);
  if (hour === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  return toTime([hour, Number(minutes), Number(seconds)], hasSeconds);
}

/** 12 am is midnight, and 12 pm is noon. */
function ofHalfDay(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** The time in a cell of a workbook; undefined for one that also has a date. */
export function readTimeCell(cell: Date, hasSeconds: boolean): string | undefined {
  const seconds = cellSeconds(cell);
  if (seconds < 0 || seconds >= DAY) return undefined;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
  return toTime(parts, hasSeconds);
}

function toTime(parts: readonly [number, number, number], hasSeconds: boolean): string | undefined {
  if (!hasSeconds && parts[2] !== 0) return undefined;
  const shown = hasSeconds ? parts : parts.slice(0, 2);
  return shown.map((part) => String(part).padStart(2, '0')).join(':');
}
