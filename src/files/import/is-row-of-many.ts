import type { Cell } from '../formats/table-line.ts';

type Line = { line: number; cells: readonly Cell[] };

/**
 * Whether the row looks like those below it: a cell of it is written as the others of its column are, and not as a name
 * would be. A year is a name too, as of a column of amounts.
 */
export function isRowOfMany(lines: readonly Line[], line: number): boolean {
  const row = lines.find((one) => one.line === line);
  const below = lines.filter((one) => one.line > line);
  return (row?.cells ?? []).some((cell, at) => {
    const shape = shapeOf(cell);
    if (shape === undefined || shape === 'words') return false;
    const shapes = below.flatMap(({ cells }) => shapeOf(cells[at] ?? null) ?? []);
    const alike = shapes.filter((one) => one === shape).length;
    return shapes.length > 0 && alike >= shapes.length * 0.8;
  });
}

function shapeOf(cell: Cell): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell !== 'string') return typeof cell === 'number' ? numberShape(cell) : typeof cell;
  const text = cell.trim();
  if (text === '') return undefined;
  if (/^[-+]?[\d.,'\s]*\d[%]?$/.test(text)) return numberShape(Number(text));
  if (/^\S+@\S+\.\S+$/.test(text)) return 'address';
  if (/^https?:\/\//.test(text)) return 'link';
  // Digits in groups: a date, a CAS number, a telephone number.
  return /^[\d\s/:.()+-]+$/.test(text) ? `groups ${text.replace(/[^/:.()+-]/g, '')}` : 'words';
}

function numberShape(value: number): string {
  return Number.isInteger(value) && value >= 1900 && value <= 2100 ? 'year' : 'number';
}
