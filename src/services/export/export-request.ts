import type { FormatName } from '../../files/formats/formats.ts';
import type { CsvStyle } from '../../files/formats/to-file.ts';

/** How a file names the records that its records refer to. */
export const referenceForms = ['key', '_id', 'title', 'both'] as const;

/** The form of a file of records. */
export type ExportRequest = {
  format: FormatName;
  references: (typeof referenceForms)[number];
  csv: CsvStyle;
  /** The child lists whose records a table has too. */
  children: readonly string[];
  /** A ZIP with the files of the records. */
  withFiles: boolean;
};
