import { formats } from './formats.ts';
import type { OpenFile } from '../import/import-parts.ts';
import { readJsonRows, type FileRow } from './json-rows.ts';
import { readCsvLines } from './csv-lines.ts';
import type { FileLayout } from './file-layout.ts';
import { readHeader, readTableRows, type TableLine } from './table-rows.ts';
import { readXlsxLines } from './xlsx-lines.ts';

/** Reads the records of a file in batches, so that a file of any size needs the memory of a few. */
export function readFileRows(open: OpenFile, layout: FileLayout): AsyncIterable<FileRow[]> {
  if (!formats[layout.format].isTable) {
    return readJsonRows(open(), { mayBeEmpty: layout.format === 'ndjson' });
  }
  return readTableRows(readLines(open, layout), layout);
}

/** The columns of a table; undefined for a file whose records name their fields themselves. */
export async function readFileHeader(open: OpenFile, layout: FileLayout) {
  if (!formats[layout.format].isTable) return undefined;
  return readHeader(readLines(open, layout), layout);
}

/** The rows of a table as they are, from the very first. */
export function readLines(open: OpenFile, layout: FileLayout): AsyncIterable<TableLine[]> {
  return layout.format === 'xlsx' ? readXlsxLines(open(), layout) : readCsvLines(open(), layout);
}
