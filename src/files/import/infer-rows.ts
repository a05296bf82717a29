import type { Row } from '../../descriptor/infer/column-facts.ts';
import { convert } from '../formats/conversion.ts';
import type { FileLayout } from '../formats/file-layout.ts';
import { readLines } from '../formats/read-file.ts';
import type { TableLine } from '../formats/table-rows.ts';
import type { OpenFile } from './import-parts.ts';
import { suggestHeader } from './suggest/suggest-header.ts';

/** How many lines are searched for the header row. */
const HEAD_LINES = 30;

/** The layout of a table with the header row that its first lines suggest. */
export async function withHeader(open: OpenFile, layout: FileLayout): Promise<FileLayout> {
  const lines: Extract<TableLine, { cells: unknown }>[] = [];
  for await (const some of readLines(open, layout)) {
    for (const line of some) if ('cells' in line) lines.push(line);
    if (lines.length >= HEAD_LINES) break;
  }
  const headerRow = suggestHeader([], lines.slice(0, HEAD_LINES));
  return headerRow === undefined ? layout : { ...layout, headerRow, firstRow: headerRow + 1 };
}

const decimalComma = /^[-+]?(\d+|\d{1,3}([.\s'’]\d{3})+)(,\d+)?$/;

/** Writes numbers with decimal commas as an import reads them, and names their columns. `1,234` alone is ambiguous. */
export function withPoints(rows: readonly Row[]): { rows: Row[]; columns: string[] } {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((name) => {
    const texts = rows.map((row) => textOf(row[name])).filter((text) => text !== '');
    const isClear = texts.some((text) => /,(\d{1,2}|\d{4,})$/.test(text));
    return isClear && texts.every((text) => decimalComma.test(text));
  });
  const point = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      columns.map((name) => [name, convert(textOf(row[name]), { decimal: ',' })]),
    ),
  });
  return { rows: columns.length === 0 ? [...rows] : rows.map(point), columns };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
