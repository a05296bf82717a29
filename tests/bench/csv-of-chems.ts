import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { toChemRow, type ChemRow } from './chem-rows.ts';

/** Writes so many generated chems as CSV, from a number on, as an export writes them. */
export async function writeCsv(path: string, count: number, first = 0): Promise<void> {
  const out = createWriteStream(path);
  out.write(`${Object.keys(toChemRow(0)).join(',')}\n`);
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, (_, more) =>
      toLine(toChemRow(first + at + more)),
    );
    if (!out.write(rows.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function toLine(row: ChemRow): string {
  return `${Object.values(row).map(toCell).join(',')}\n`;
}

function toCell(value: ChemRow[keyof ChemRow]): string {
  const text = Array.isArray(value) ? value.join(' | ') : String(value ?? '');
  return /[",]/.test(text) ? `"${text}"` : text;
}
