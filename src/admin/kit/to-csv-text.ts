import { toSpreadsheetText } from '../../fields/spreadsheet-text.ts';

/** Rows of cells as a table (RFC 4180), with the mark by which Excel knows UTF-8, and safe to open in it. */
export function toCsvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')}`;
}

function quote(text: string): string {
  const safe = toSpreadsheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
