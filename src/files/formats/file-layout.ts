import type { FormatName } from './formats.ts';
import type { Encoding } from './encodings.ts';

export const furtherCells = ['leaveOut', 'columns'] as const;

/** Cells beyond the last named column are left out, or are columns with their letters as names. */
type Further = (typeof furtherCells)[number];

/** Columns of which each cell becomes a row of its own: one for each substance, year or sample. */
export type Unpivot = {
  columns: readonly string[];
  /** The new column for the name that stands above the cell. */
  head: string;
  /** The new column for the cell. */
  cell: string;
};

/** The most columns that become rows: each row of the file can make as many. */
export const MOST_UNPIVOTED = 500;

/** How to read a file. Callers need not give what its content shows. */
export type FileLayout = {
  format: FormatName;
  encoding: Encoding;
  /** The encoding is a guess that is not sure, and nobody has chosen it. Rows with letters beyond ASCII then get a warning. */
  isGuessed?: boolean;
  /** The separator between CSV cells; one character. */
  delimiter: string;
  /** The row of the column names, counted from 1; rows above are ignored. 0: none, columns are named by letters. */
  headerRow: number;
  /** The first row of records; rows between the names and it are ignored. */
  firstRow: number;
  /** What becomes of cells beyond the last named column; absent: their row is a problem. */
  further?: Further;
  /** The sheet of a workbook; absent: the first one that is not hidden. */
  sheet?: string;
  /** Where a JSON object has its records: `results`, `data.items`, `*`, `.`; absent: the file is the list, or lines. */
  path?: string;
  /** The columns of which each cell becomes a row of its own. */
  unpivot?: Unpivot;
};

/** How a file is read before its cells become rows: by its own columns. */
export function wideLayout<Layout extends Partial<FileLayout>>({
  unpivot: _,
  ...layout
}: Layout): Omit<Layout, 'unpivot'> {
  return layout;
}

export const plainLayout: FileLayout = {
  format: 'json',
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  firstRow: 2,
};

/** The most columns a file may have; more than any resource has fields. */
export const MAX_COLUMNS = 1_000;

/** The largest record, in bytes. A larger one is a mistake, and would be held in memory whole. */
export const MAX_RECORD_BYTES = 1_000_000;

/** The most empty rows in sequence. Formatting whole columns can extend a sheet to its end with such rows. */
export const MAX_EMPTY_ROWS = 100_000;
/** Tells the reader of a workbook, in place of a number of batches, that no more are wanted. */
export const STOP_BATCHES = -1;
