import { toSpreadsheetText } from '../../../fields/text/spreadsheet-text.ts';

/** CSV (RFC 4180) with the byte order mark by which Excel recognises UTF-8. Its cells are safe to open in Excel. */
export function toCsvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('')}`;
}

function quote(text: string): string {
  const safe = toSpreadsheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
