import { withoutUnit } from './without-unit.ts';

/** How the texts of a column are written, if not in the form of this installation. */
export type Conversion = {
  /** The separator between the members of a list. */
  split?: string;
  /** The decimal sign of numbers. The other sign, spaces and apostrophes may separate thousands. */
  decimal?: '.' | ',';
  /** The order of a date's parts. */
  date?: DatePattern;
  /** Removes spaces at both ends. */
  trim?: boolean;
  /** A text that means an unknown value: `-`, `N/A`. */
  empty?: string;
  /** A suffix that is not part of the value: ` mg/kg`. */
  without?: string;
  /** A prefix that is not part of the value: `https://example.org/`. */
  prefix?: string;
  /** What an empty cell does to an existing record; absent: it clears the field. */
  blank?: (typeof onBlank)[number];
};

export const onBlank = ['clear', 'leave'] as const;

export const datePatterns = {
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'YYYY/MM/DD': /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
} as const;

export type DatePattern = keyof typeof datePatterns;

export function isDatePattern(text: unknown): text is DatePattern {
  return typeof text === 'string' && Object.hasOwn(datePatterns, text);
}

/** Converts a text to this installation's form. One that does not fit is left for the field to reject. */
export function convert(whole: string, conversion: Conversion): string | string[] {
  const { split, decimal, date } = conversion;
  const text = bare(whole, conversion);
  if (split !== undefined) {
    return text
      .split(split)
      .map((member) => convert(member.trim(), { ...conversion, split: undefined }) as string)
      .filter((member) => member !== '');
  }
  if (decimal !== undefined) return toPlainNumber(text, decimal);
  return date === undefined ? text : toIsoDate(text, date);
}

function bare(whole: string, { trim, empty, without, prefix }: Conversion): string {
  const trimmed = whole.trim();
  if (trimmed === empty) return '';
  const isBehind = prefix !== undefined && prefix !== '' && trimmed.startsWith(prefix);
  const start = isBehind ? trimmed.slice(prefix.length).trimStart() : trimmed;
  const cut = without ? withoutUnit(start, without) : undefined;
  return trim || isBehind || cut !== undefined ? (cut ?? start) : whole;
}

function toPlainNumber(text: string, decimal: '.' | ','): string {
  const thousands =
    decimal === ',' ? /(?<=\d)[.\s'’](?=\d{3}(?!\d))/g : /(?<=\d)[,\s'’](?=\d{3}(?!\d))/g;
  const number = text.trim().replace(thousands, '');
  return decimal === ',' ? number.replace(',', '.') : number;
}

function toIsoDate(text: string, pattern: DatePattern): string {
  const parts = datePatterns[pattern].exec(text.trim())?.groups as
    { year: string; month: string; day: string } | undefined;
  if (!parts) return text;
  return `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`;
}
