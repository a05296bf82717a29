import { plainName } from '../../../descriptor/suggest.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Cell } from '../../formats/table-rows.ts';
import { fileNames } from '../field-names.ts';

type Line = { line: number; cells: readonly Cell[] };

/**
 * The row that probably has the column names: the one with the most names, aliases and
 * labels of fields. If no row has two of them, it is the first that fills more than
 * half of the columns, unlike a title or group names above a table; 0 if that row
 * looks like those below it, so there are no names. Undefined if all rows are empty.
 */
export function suggestHeader(
  fields: readonly Field[],
  lines: readonly Line[],
): number | undefined {
  const counted = countNames(fields, lines);
  const most = Math.max(...counted.map(({ named }) => named));
  const widest = Math.max(...counted.map(({ filled }) => filled));
  const header =
    most > 1
      ? counted.find(({ named }) => named === most)
      : counted.find(({ filled }) => filled * 2 > widest);
  return most === 0 && header && isRowOfMany(lines, header.line) ? 0 : header?.line;
}

/** The number of fields that are named in the row with the most field names. */
export function mostNames(fields: readonly Field[], lines: readonly Line[]): number {
  return Math.max(0, ...countNames(fields, lines).map(({ named }) => named));
}

function countNames(fields: readonly Field[], lines: readonly Line[]) {
  const knownNames = new Set(fields.flatMap(fileNames).map(plainName));
  return lines
    .map(({ line, cells }) => {
      const texts = cells
        .map((cell) => plainName(String(cell ?? '')))
        .filter((text) => text !== '');
      return {
        line,
        filled: texts.length,
        named: new Set(texts.filter((text) => knownNames.has(text))).size,
      };
    })
    .filter(({ filled }) => filled > 0);
}

/**
 * Whether a row looks like those below it: one of its cells is written like the others of its
 * column, and not like a name. A year can also be a name, such as that of a column of amounts.
 */
function isRowOfMany(lines: readonly Line[], line: number): boolean {
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
