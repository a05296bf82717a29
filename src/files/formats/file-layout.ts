import type { FormatName } from './formats.ts';
import type { Encoding } from './encodings.ts';

/** How a file is to be read. What is told by its content need not be said. */
export type FileLayout = {
  format: FormatName;
  encoding: Encoding;
  /** Between two cells of CSV; one character. */
  delimiter: string;
  /** The row of the names of the columns, counted from 1; what stands above is left out. 0: there is none, and columns are called by their letters. */
  headerRow: number;
  /** The first row of records; rows between the names and it are left out. */
  firstRow: number;
  /** Of a workbook; the first one that is not hidden where none is named. */
  sheet?: string;
};

export const plainLayout: FileLayout = {
  format: 'json',
  encoding: 'utf-8',
  delimiter: ',',
  headerRow: 1,
  firstRow: 2,
};

/** The most columns a file may have; more than any resource has fields. */
export const MAX_COLUMNS = 1_000;

/** A record larger than this is a mistake, and would be held in memory whole. */
export const MAX_RECORD_BYTES = 1_000_000;

/** Rows that only have a format may go on to the end of a sheet, if somebody gave it to whole columns. */
export const MAX_EMPTY_ROWS = 100_000;
/** What a reader of a workbook is told in place of a number of batches: no more are wanted. */
export const STOP = -1;
