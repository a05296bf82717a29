/**
 * A change of the cells of a file before they are read as fields. Steps run in their order; a later one sees what the
 * earlier ones have made. `column` is the column whose cells change.
 */
export type Step =
  /** Removes blanks at both ends and makes one space of several blanks. */
  | { do: 'trim'; column: string }
  /** Replaces a text, or what a pattern matches; `$1` in `by` is then the first group. */
  | {
      do: 'replace';
      column: string;
      find: string;
      by: string;
      isPattern?: boolean | undefined;
    }
  /** Removes a text at the beginning and one at the end. */
  | { do: 'remove'; column: string; prefix?: string | undefined; suffix?: string | undefined }
  | { do: 'case'; column: string; to: LetterCase }
  /** Takes what is behind the first `after` and before the next `before`. */
  | { do: 'take'; column: string; after?: string | undefined; before?: string | undefined }
  /** Takes one part of a list, counted from 1, or from the end with a negative number. */
  | { do: 'part'; column: string; separator: string; number: number }
  /** Puts the parts of a list into columns. */
  | { do: 'split'; column: string; separator: string; into: readonly string[] }
  /** Puts several columns into one, without the empty ones. */
  | { do: 'join'; columns: readonly string[]; separator: string; into: string }
  /** Reads a number as people write it; see `number-cell.ts`. */
  | ({ do: 'number'; column: string } & NumberForm)
  /** Reads a date as people write it; see `date-cell.ts`. */
  | ({ do: 'date'; column: string } & DateForm)
  /** Replaces whole cells, or with a separator each part of a list, by a table of `[from, to]`. */
  | {
      do: 'map';
      column: string;
      values: readonly (readonly [from: string, to: string])[];
      others?: Others | undefined;
      separator?: string | undefined;
    }
  /** Fills an empty cell with the last one above it, as merged cells are meant. */
  | { do: 'fill'; column: string };

export const stepKinds = [
  'trim',
  'replace',
  'remove',
  'case',
  'take',
  'part',
  'split',
  'join',
  'number',
  'date',
  'map',
  'fill',
] as const satisfies Step['do'][];

export const letterCases = ['upper', 'lower', 'title'] as const;
export type LetterCase = (typeof letterCases)[number];

/** What becomes of cells that are not in a table of values; absent: they stay, without a warning. */
export const otherValues = ['keep', 'warn', 'empty'] as const;
type Others = (typeof otherValues)[number];

export const rangeValues = ['low', 'high', 'middle'] as const;

/** How numbers are written. */
export type NumberForm = {
  /** The decimal sign; the other one, blanks and apostrophes may separate thousands. */
  decimal: '.' | ',';
  /** Units that may follow: `mg/kg`. */
  units?: readonly string[] | undefined;
  /** The column that gets the sign before the number: `<`, `>`, `≤`, `≥`, `~`. Without it, a sign is a warning. */
  qualifier?: string | undefined;
  /** What to take of `3–5`; absent: a range is a warning. */
  range?: (typeof rangeValues)[number] | undefined;
};

export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;

/** How dates are written. */
export type DateForm = {
  order: (typeof dateOrders)[number];
  /** Two-digit years up to this one belong to 2000, later ones to 1900. Without it, they are a warning. */
  pivot?: number | undefined;
  /** Whole numbers are the days that spreadsheets count from 30 December 1899. */
  serial?: boolean | undefined;
};

/** The most steps of an import, and the most values in the table of one. */
export const MOST_STEPS = 50;
export const MOST_VALUES = 5_000;

/** The longest text that such a table can name. */
export const LONGEST_VALUE = 1_000;

/** The columns that a step reads, and those whose cells it writes. */
export function columnsOfStep(step: Step): { from: readonly string[]; to: readonly string[] } {
  if (step.do === 'join') return { from: step.columns, to: [step.into] };
  const { column } = step;
  if (step.do === 'split') return { from: [column], to: step.into };
  const qualifier = step.do === 'number' ? step.qualifier : undefined;
  return { from: [column], to: qualifier === undefined ? [column] : [column, qualifier] };
}

/** The columns of a file after the steps: its own, and those that steps make. */
export function columnsAfter(columns: readonly string[], steps: readonly Step[]): string[] {
  return [...new Set([...columns, ...steps.flatMap((step) => columnsOfStep(step).to)])];
}

/** Whether the last step that writes a column reads it as a number or a date: its cells are then in the usual form. */
export function isReadByStep(steps: readonly Step[], column: string): boolean {
  const last = steps.findLast((step) => columnsOfStep(step).to.includes(column));
  if (last === undefined || !('column' in last) || last.column !== column) return false;
  return isReadingKind(last.do);
}

/** Whether steps of this kind write values in their usual form. */
export function isReadingKind(kind: Step['do']): boolean {
  return readingKinds.has(kind);
}

const readingKinds: ReadonlySet<Step['do']> = new Set(['number', 'date']);
