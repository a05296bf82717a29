import { parse } from 'csv-parse/browser/esm/sync';
import { detectDelimiter } from '../../../files/formats/delimiters.ts';

/** Rows that a preview shows, without the first one. */
export const MAX_PREVIEW_ROWS = 1_000;

/** The first rows of a CSV or TSV file, as the import would read them; throws if it is none. */
export function readTable(text: string): string[][] {
  return parse(text, {
    delimiter: detectDelimiter(text.slice(0, 65_536)),
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: MAX_PREVIEW_ROWS + 1,
  });
}
