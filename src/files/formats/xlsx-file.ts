import { toLetter } from './column-letter.ts';
import type { TableColumn } from './table-column.ts';
import { toXlsxRow, type StyledColumn } from './xlsx-row.ts';
import { SHEET, type XlsxTemplate } from './xlsx-template.ts';

/** Below the row of names. */
export const MAX_XLSX_RECORDS = 1_048_575;

/** Records to one piece of the file. */
const PIECE = 64;

/** Records as a workbook (ECMA-376), packed while they come. */
export async function* toXlsxFile(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly TableColumn[],
  template: XlsxTemplate,
): AsyncGenerator<Uint8Array> {
  yield* packWorkbook(toPieces(batches, styleColumns(columns, template)), template);
}

/** Each with its letter, and as the template has its cells look. */
export function styleColumns(
  columns: readonly TableColumn[],
  { styles }: XlsxTemplate,
): StyledColumn[] {
  return columns.map((column, at) => ({
    ...column,
    letter: toLetter(at),
    style: styles[at] ?? '',
  }));
}

/** The workbook with these rows, which are XML, below the names of its columns. */
export async function* packWorkbook(
  rows: AsyncIterable<string>,
  template: XlsxTemplate,
): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate } = await import('fflate');
  let pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [path, part] of template.parts) {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    entry.push(part, true);
  }
  const sheet = new ZipDeflate(SHEET, { level: 3 });
  zip.add(sheet);
  sheet.push(strToU8(template.before));
  for await (const xml of rows) {
    sheet.push(strToU8(xml));
    yield* pieces;
    pieces = [];
  }
  sheet.push(strToU8(template.after), true);
  zip.end();
  yield* pieces;
}

async function* toPieces(
  batches: AsyncIterable<readonly string[]>,
  columns: readonly StyledColumn[],
): AsyncGenerator<string> {
  let row = 1;
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += PIECE) {
      let xml = '';
      for (const json of batch.slice(at, at + PIECE)) {
        xml += toXlsxRow(JSON.parse(json) as Record<string, unknown>, ++row, columns);
      }
      yield xml;
    }
  }
}
