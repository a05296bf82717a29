import { formats } from './formats.ts';
import type { OpenFile } from '../import/import-parts.ts';
import { findNoList, readJsonRows, type FileRow } from './json-rows.ts';
import type { FileLayout } from './file-layout.ts';
import { type Header, readHeader, readTableRows, type TableLine } from './table-rows.ts';
import { unpivotHeader, unpivotRows } from './unpivot-rows.ts';
import { readXlsxLines } from './xlsx-lines.ts';

/** Reads the records of a file in batches, so that a file of any size needs the memory of a few. */
export function readFileRows(open: OpenFile, layout: FileLayout): AsyncIterable<FileRow[]> {
  const rows = readWideRows(open, layout);
  return layout.unpivot ? unpivotRows(rows, layout.unpivot, layout) : rows;
}

/** The rows as the file has them. */
function readWideRows(open: OpenFile, layout: FileLayout): AsyncIterable<FileRow[]> {
  if (!formats[layout.format].isTable) {
    return readJsonRows(open(), { mayBeEmpty: layout.format === 'ndjson', path: layout.path });
  }
  return readTableRows(readLines(open, layout), layout);
}

/**
 * The columns of a table; undefined for a file whose records name their fields themselves. Problems are those of
 * the whole file: wrong names, or no list of records at the path.
 */
export async function readFileHeader(
  open: OpenFile,
  layout: FileLayout,
): Promise<Header | undefined> {
  const { path } = layout;
  if (!formats[layout.format].isTable) {
    const none = path === undefined ? undefined : await findNoList(open(), path);
    return none && { problems: [{ ...none, path: 'file' }] };
  }
  return unpivotHeader(await readHeader(readLines(open, layout), layout), layout.unpivot);
}

/** The rows of a table as they are, from the very first. */
export async function* readLines(open: OpenFile, layout: FileLayout): AsyncIterable<TableLine[]> {
  if (layout.format === 'xlsx') return yield* readXlsxLines(open(), layout);
  const { readCsvLines } = await import('./csv-lines.ts');
  yield* readCsvLines(open(), layout);
}
